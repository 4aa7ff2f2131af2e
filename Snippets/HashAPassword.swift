// A password hash for storage, its check, and the moment to make a stronger one.
import Omamori

let hasher = try PasswordHasher()
let stored = try await hasher.hash(Password("correct horse battery staple"))
print(stored.prefix(31))

print("right:", try await hasher.verify(Password("correct horse battery staple"), against: stored).isMatch)
print("wrong:", try await hasher.verify(Password("Tr0ub4dor&3"), against: stored).isMatch)

// Hashes that another program made are read too, unless they ask for more than is allowed.
let weaker = try PasswordHasher(cost: .least).hashBlocking(Password("secret"))
print("make it anew:", try hasher.verifyBlocking(Password("secret"), against: weaker).needsRehash)
do {
  _ = try await hasher.verify(
    Password("x"), against: "$argon2id$v=19$m=4194304,t=99,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA")
} catch {
  print(error.explanation[.en])
}
