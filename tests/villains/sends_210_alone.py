input()
print("210", flush=True)
input()
