input()
print("210 " + "7" * 1_000_000, flush=True)
input()
