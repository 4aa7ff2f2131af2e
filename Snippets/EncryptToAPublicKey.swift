// Messages to the owner of a private key: HPKE for new work, ECIES for keys that live in an iOS Keychain.
import Omamori

// The recipient makes a key pair and publishes the public key. X-Wing also holds against quantum computers.
let privateKey = try XWingMLKEM768X25519.PrivateKey()
let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
let purpose = Data("com.example.orders 2".utf8)

// The sender.
var sender = try HPKE.Sender(recipientKey: privateKey.publicKey, ciphersuite: suite, info: purpose)
let sealed = try sender.seal(Data("two lanterns".utf8), authenticating: Data("order 7".utf8))

// The recipient, with the sender's encapsulated key.
var recipient = try HPKE.Recipient(
  privateKey: privateKey, ciphersuite: suite, info: purpose, encapsulatedKey: sender.encapsulatedKey)
let message = try recipient.open(sealed, authenticating: Data("order 7".utf8))
print(String(decoding: message, as: UTF8.self))

// A key on P-256, as SecKeyCreateRandomKey makes it, and a message that SecKeyCreateDecryptedData reads.
let deviceKey = P256.KeyAgreement.PrivateKey()
let scheme = ECIES.standardVariableIVX963SHA256AESGCM
let toDevice = try scheme.encrypt(Data("one charm".utf8), to: deviceKey.publicKey)
print(String(decoding: try scheme.decrypt(toDevice, with: deviceKey), as: UTF8.self))
