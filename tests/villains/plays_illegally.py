from honest import begin

begin(moves=1)
print("210 99", flush=True)
input()
