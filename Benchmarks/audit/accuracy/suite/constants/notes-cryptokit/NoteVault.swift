import CryptoKit
import Foundation

struct Note: Codable {
  let id: UUID
  var text: String
  var payload: Data { Data(text.utf8) }
}

struct NoteCipher {
  private let key: SymmetricKey

  init(phrase: String) {
    let digest = SHA256.hash(data: Data(phrase.utf8))
    key = SymmetricKey(data: Data(digest)) // weak: constant-key helper
  }

  func seal(_ data: Data) throws -> Data? {
    try AES.GCM.seal(data, using: key).combined
  }
}

actor NoteVault {
  private static let syncNonce = Data((0..<12).map { UInt8($0 * 7) })
  private let keys = KeySource()
  private let drafts = NoteCipher(phrase: "inkwell-drafts-2021")

  func seal(_ note: Note) throws -> Data? {
    let header = Data("note.v3".utf8)
    let box = try AES.GCM.seal(note.payload, using: keys.masterKey(), authenticating: header) // safe: constant-key
    return box.combined
  }

  func sealDraft(_ note: Note) throws -> Data? {
    try drafts.seal(note.payload)
  }

  func sealAttachment(_ file: Data) throws -> Data? {
    let key = SymmetricKey(data: VaultSettings.attachmentSecret) // weak: constant-key file
    return try AES.GCM.seal(file, using: key).combined
  }

  func searchToken(for word: String) -> String {
    let seed = SymmetricKey(data: VaultSettings.indexSeed) // weak: constant-key file
    let mac = HMAC<SHA256>.authenticationCode(for: Data(word.lowercased().utf8), using: seed)
    return Data(mac).base64EncodedString()
  }

  func syncEnvelope(_ data: Data) throws -> AES.GCM.SealedBox {
    let nonce = try AES.GCM.Nonce(data: Self.syncNonce) // weak: constant-iv helper
    return try AES.GCM.seal(data, using: keys.masterKey(), nonce: nonce)
  }

  func localEnvelope(_ data: Data) throws -> AES.GCM.SealedBox {
    var bytes = [UInt8](repeating: 0, count: 12)
    let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    guard status == errSecSuccess else { throw KeyError.random(status) }
    let nonce = try AES.GCM.Nonce(data: bytes) // safe: constant-iv
    return try AES.GCM.seal(data, using: keys.masterKey(), nonce: nonce)
  }

  func thumbnail(_ image: Data) throws -> Data? {
    let zero = Data(count: 12)
    let box = try AES.GCM.seal(image, using: keys.masterKey(), nonce: AES.GCM.Nonce(data: zero)) // weak: constant-iv direct
    return box.combined
  }

  func open(_ blob: Data) throws -> Data {
    let nonce = try AES.GCM.Nonce(data: blob.prefix(12)) // safe: constant-iv
    let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: blob.dropFirst(12).dropLast(16), tag: blob.suffix(16))
    return try AES.GCM.open(box, using: keys.masterKey())
  }

  func exportKey(passcode: String) -> SymmetricKey {
    let material = SymmetricKey(data: Data(passcode.utf8))
    return HKDF<SHA256>.deriveKey( // weak: constant-salt direct
      inputKeyMaterial: material, salt: Data("inkwell".utf8), info: VaultSettings.exportLabel, outputByteCount: 32)
  }
}
