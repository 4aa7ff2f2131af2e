import Foundation
import OmamoriCrypto

/// Seals messages with AES-GCM and keeps them in one piece or in three.
struct MessageBox: Sendable {
  /// A message as a database keeps it, a column for each part.
  struct Parts: Codable, Equatable, Sendable {
    var nonce: Data
    var ciphertext: Data
    var tag: Data
  }

  enum Failure: Error { case noCombinedForm }

  private let key: SymmetricKey

  init(key: SymmetricKey = SymmetricKey(size: .bits256)) { self.key = key }

  func sealed(_ message: Data, for account: String) throws -> Data {
    let box = try AES.GCM.seal(message, using: key, authenticating: Data(account.utf8))
    guard let combined = box.combined else { throw Failure.noCombinedForm }
    return combined
  }

  func opened(_ combined: Data, for account: String) throws -> Data {
    let box = try AES.GCM.SealedBox(combined: combined)
    return try AES.GCM.open(box, using: key, authenticating: Data(account.utf8))
  }

  func parts(of message: [UInt8], nonce: [UInt8]) throws -> Parts {
    let nonce = try AES.GCM.Nonce(data: nonce)
    let box = try AES.GCM.seal(message, using: key, nonce: nonce)
    return Parts(nonce: Data(box.nonce), ciphertext: box.ciphertext, tag: box.tag)
  }

  func message(of parts: Parts) throws -> Data {
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: parts.nonce), ciphertext: parts.ciphertext, tag: parts.tag)
    return try AES.GCM.open(box, using: key)
  }

  func sealedWithChaCha(_ message: some DataProtocol) throws -> Data {
    try ChaChaPoly.seal(message, using: key, nonce: ChaChaPoly.Nonce()).combined
  }

  func openedWithChaCha(_ combined: some DataProtocol) throws -> Data {
    try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: combined), using: key)
  }
}
