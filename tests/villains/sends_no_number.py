input()
print("210 seven", flush=True)
input()
