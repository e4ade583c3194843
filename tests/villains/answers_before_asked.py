import time

# No answer to any question, whenever it is read.
print("210 10 b", flush=True)
time.sleep(1000)
