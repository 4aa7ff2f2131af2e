// Encrypts for two people, and decrypts with one of their keys.
import Omamori

let (mine, yours) = (try Identity(), try Identity())
let encryptor = try FileEncryptor(to: [mine.recipient, yours.recipient])
let sealed = try encryptor.encrypt(Data("what nobody else may read".utf8))

let decryptor = FileDecryptor(identities: [yours])
let opened = try decryptor.decrypt(sealed)
print(String(decoding: opened, as: UTF8.self))
