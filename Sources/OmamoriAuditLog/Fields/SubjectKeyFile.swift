import OmamoriCore
import OmamoriCrypto

/// The file of one subject's keys: entries of 89 bytes, each a key sealed to one reader with HPKE (RFC 9180).
///
/// An entry is version 1, the key's number of 8 bytes, the encapsulated key of 32 bytes and 48 bytes of ciphertext. Has no
/// state; safe to use from any thread.
enum SubjectKeyFile {
  /// The longest file in bytes.
  static let greatestSize = 1 << 20
  private static let entrySize = 89
  private static let version: UInt8 = 1
  private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

  /// The name of a subject's file.
  static func name(of tag: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let name = tag.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "subject-" + String(decoding: name, as: UTF8.self)
  }

  private static func info(_ tag: [UInt8], _ id: [UInt8]) -> Data {
    Data(Array("omamori audit subject key v1".utf8) + tag + id)
  }

  /// A key, sealed to a reader.
  static func entry(
    _ key: SubjectKeys.Key, of tag: [UInt8], to recipient: Curve25519.KeyAgreement.PublicKey
  ) throws(AuditLogError) -> [UInt8] {
    do {
      var sender = try HPKE.Sender(recipientKey: recipient, ciphersuite: suite, info: info(tag, key.id))
      // because the buffer belongs to the key and is encrypted within the call
      let sealed = try unsafe key.key.withUnsafeBytes { bytes in try unsafe sender.seal(bytes) }
      return [version] + key.id + Array(sender.encapsulatedKey) + Array(sealed)
    } catch {
      throw .key(.invalid)
    }
  }

  /// The key of a number in a file.
  ///
  /// - Throws: ``AuditLogError/key(_:)`` when the reader has none.
  static func key(
    _ id: [UInt8], of tag: [UInt8], in file: [UInt8], for reader: Curve25519.KeyAgreement.PrivateKey
  ) throws(AuditLogError) -> SymmetricKey {
    guard file.count % entrySize == 0 else { throw .format(.malformed(offset: 0)) }
    for start in stride(from: 0, to: file.count, by: entrySize) {
      let entry = file[start..<start + entrySize]
      guard entry.first == version, entry.dropFirst().prefix(8).elementsEqual(id) else { continue }
      let parts = entry.dropFirst(9)
      guard
        var recipient = try? HPKE.Recipient(
          privateKey: reader, ciphersuite: suite, info: info(tag, id), encapsulatedKey: Data(parts.prefix(32))
        ),
        let key = try? recipient.open(Data(parts.dropFirst(32)))
      else { continue }
      return SymmetricKey(data: key)
    }
    throw .key(.wrongKey)
  }
}
