// A file of any size for two people, and back; whatever happens on the way leaves no half of a file behind.
import Omamori

let (mine, yours) = (try Identity(), try Identity())
let encryptor = try FileEncryptor(to: [mine.recipient, yours.recipient])
let sealed = try encryptor.encrypt(Data("what nobody else may read".utf8))

let decryptor = try FileDecryptor(identities: [yours])
let opened = try decryptor.decrypt(sealed)
print(String(decoding: opened, as: UTF8.self))
