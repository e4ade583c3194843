eaten = []
while True:
    eaten.append(bytearray(16 * 1024 * 1024))
