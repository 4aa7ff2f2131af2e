import OmamoriCore
import OmamoriCrypto

/// The keys of the subjects of private fields, each in a file of its own beside the log, sealed to those who may read.
///
/// The program itself keeps a key only while it runs; after a restart a subject gets another one. Removing the file is
/// what erases. Calls may block. Safe to use from any thread.
final class SubjectKeys: Sendable {
  /// A key and the number that stands for it in records.
  struct Key: Sendable {
    let id: [UInt8]
    let key: SymmetricKey
  }

  private struct State {
    var keys: [[UInt8]: Key] = [:]
    var order: [[UInt8]] = []
  }

  /// How many keys are kept in memory; what goes beyond gets a new one.
  private static let greatestCount = 256

  private let storage: any LogStorage
  private let recipients: [Curve25519.KeyAgreement.PublicKey]
  private let tagKey: SymmetricKey
  private let state = Protected(State())

  /// Uses a folder.
  ///
  /// - Parameters:
  ///   - storage: The folder.
  ///   - recipients: Who may read private fields.
  ///   - tagKey: The log's key for what stands for subjects and hashed fields.
  init(_ storage: any LogStorage, for recipients: [Curve25519.KeyAgreement.PublicKey], tagKey: SymmetricKey) {
    (self.storage, self.recipients, self.tagKey) = (storage, recipients, tagKey)
  }

  /// What stands for a subject in this log.
  func tag(of subject: AuditSubject) -> [UInt8] { digest("subject", Array(subject.name.utf8)) }

  /// What stands for the value of a hashed field in this log.
  func digest(of value: AuditValue, in field: String) -> [UInt8] {
    digest("field " + field, [value.kind.rawValue] + value.storedBytes)
  }

  private func digest(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
    let message = Array(purpose.utf8) + [0] + bytes
    return Array(HMAC<SHA256>.authenticationCode(for: message, using: tagKey).prefix(16))
  }

  /// The key of a subject, which is made and brought to the disk when there is none in memory.
  func key(of tag: [UInt8]) throws(AuditLogError) -> Key {
    if let key = state.withLock({ $0.keys[tag] }) { return key }
    let id: [UInt8]
    do throws(CoreError) { id = try SystemRandomness().bytes(count: 8) } catch { throw .core(error) }
    let key = Key(id: id, key: SymmetricKey(size: .bits256))
    let name = SubjectKeyFile.name(of: tag)
    var bytes = try storage.read(name, limit: SubjectKeyFile.greatestSize) ?? []
    for recipient in recipients {
      bytes += try SubjectKeyFile.entry(key, of: tag, to: recipient)
    }
    // This event cannot be recorded; all others can.
    guard bytes.count <= SubjectKeyFile.greatestSize else {
      throw .event(.tooLarge(limit: SubjectKeyFile.greatestSize))
    }
    try storage.replace(name, with: bytes)
    state.withLock { state in
      state.keys[tag] = key
      state.order.append(tag)
      if state.order.count > Self.greatestCount { state.keys[state.order.removeFirst()] = nil }
    }
    return key
  }

  /// Erases the keys of a subject.
  ///
  /// - Returns: Whether there were any.
  func erase(_ tag: [UInt8]) throws(AuditLogError) -> Bool {
    let name = SubjectKeyFile.name(of: tag)
    state.withLock { state in
      state.keys[tag] = nil
      state.order.removeAll { $0 == tag }
    }
    let isThere = try storage.size(name) != nil
    try storage.remove(name)
    return isThere
  }
}

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
    "subject-" + Hexadecimal.text(of: tag)
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
