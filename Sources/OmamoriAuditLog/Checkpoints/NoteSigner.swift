import OmamoriCore

/// Who signs a note with Ed25519 (c2sp.org/signed-note): a name and a public key, known by four bytes.
struct NoteSigner: Sendable, Hashable {
  /// The kind of signature: Ed25519.
  private static let algorithm: UInt8 = 1

  /// The name, without spaces and plus signs.
  let name: String
  /// The 32 bytes of the public key.
  let publicKey: [UInt8]

  init(name: String, publicKey: [UInt8]) { (self.name, self.publicKey) = (name, publicKey) }

  /// Reads a verifier key: the name, eight hexadecimal digits and the key in Base64, with plus signs between them.
  init(text: String) throws(AuditLogError) {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isName(parts[0]), let key = Base64.standard.decode(parts[2], padded: true),
      key.count == 1 + LogKey.byteCount, key.first == Self.algorithm
    else { throw .key(.invalid) }
    self.init(name: String(parts[0]), publicKey: Array(key.dropFirst()))
    guard self.text == text else { throw .key(.invalid) }
  }

  /// The verifier key.
  var text: String {
    let digits = Array("0123456789abcdef".utf8)
    let number = hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return name + "+" + String(decoding: number, as: UTF8.self) + "+"
      + Base64.standard.encode([Self.algorithm] + publicKey, padded: true)
  }

  /// The four bytes by which a signature names the key.
  var hash: [UInt8] {
    Array(
      LogHash(hashing: Array(name.utf8) + [UInt8(ascii: "\n"), Self.algorithm] + publicKey).bytes.prefix(4))
  }

  /// Says whether a text may be the name of a signer.
  static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "+" && $0.value > 31 }
  }
}
