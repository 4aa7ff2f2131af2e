// A key in locked memory that cannot be printed, copied by accident or compared in variable time.
import Omamori

let key = try SecretBytes(randomCount: 32)
let copy = key.copy()
print("equal:", key.isEqual(to: copy))
print("locked in memory:", key.isLocked)

let shared = SharedSecretBytes(key.copy())
print("in a log:", shared)
