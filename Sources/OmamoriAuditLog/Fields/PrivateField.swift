import OmamoriCore
package import OmamoriCrypto

/// A private field in a record: sealed, with a commitment that stays when the key is erased.
package struct PrivateField: Sendable, Hashable {
  /// The length of the parts other than the sealed bytes.
  static let overhead = 16 + 8 + 16 + 32
  /// What a sealed value is longer by: the salt of the commitment, the kind and the tag.
  static let sealing = 16 + 1 + 16

  /// What stands for the subject, the same in every record of one log, 16 bytes.
  package let subject: [UInt8]
  /// Which of the subject's keys it is sealed under, 8 bytes.
  package let key: [UInt8]
  /// What makes the field's key differ from all others, 16 bytes.
  package let nonce: [UInt8]
  /// The digest of salt, name and value, 32 bytes.
  package let commitment: [UInt8]
  /// The salt and the value, encrypted.
  package let sealed: [UInt8]
}

extension PrivateField {
  /// Seals a value under a key of its own, made from the subject's and a fresh nonce.
  init(
    sealing value: AuditValue, named name: String, of tag: [UInt8], under key: SubjectKeys.Key
  ) throws(AuditLogError) {
    let random: [UInt8]
    do throws(CoreError) { random = try SystemRandomness().bytes(count: 32) } catch { throw .core(error) }
    let (nonce, salt) = (Array(random[..<16]), Array(random[16...]))
    let commitment = Self.commitment(to: value, named: name, salt)
    let plain = salt + [value.kind.rawValue] + value.storedBytes
    do {
      let box = try AES.GCM.seal(
        plain, using: Self.fieldKey(key.key, nonce), nonce: AES.GCM.Nonce(data: Self.zeros),
        authenticating: Self.context(tag, key.id, nonce, commitment, name))
      self.init(
        subject: tag, key: key.id, nonce: nonce, commitment: commitment,
        sealed: Array(box.ciphertext) + Array(box.tag))
    } catch {
      throw .key(.invalid)
    }
  }

  /// Opens the value and compares it with what the record commits to.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - key: The subject's key of this field's number.
  /// - Returns: The value.
  /// - Throws: ``AuditLogError/key(_:)`` for another key, ``AuditLogError/format(_:)`` for what was never sealed so.
  func opened(named name: String, with key: SymmetricKey) throws(AuditLogError) -> AuditValue {
    let plain: [UInt8]
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: Self.zeros), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
      plain = Array(
        try AES.GCM.open(
          box, using: Self.fieldKey(key, nonce),
          authenticating: Self.context(subject, self.key, nonce, commitment, name)))
    } catch {
      throw .key(.wrongKey)
    }
    guard plain.count >= 17, let kind = AuditRecord.Kind(rawValue: plain[16]),
      let value = AuditValue(kind, plain[17...]),
      ConstantTime.equal(Self.commitment(to: value, named: name, Array(plain[..<16])), commitment)
    else { throw .format(.malformed(offset: 0)) }
    return value
  }

  private static let zeros = [UInt8](repeating: 0, count: 12)

  /// Each key seals one value, so the cipher's nonce can be constant.
  private static func fieldKey(_ key: SymmetricKey, _ nonce: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: nonce, info: Array("omamori audit field v1".utf8), outputByteCount: 32)
  }

  private static func commitment(to value: AuditValue, named name: String, _ salt: [UInt8]) -> [UInt8] {
    var message = Array("omamori audit commitment v1".utf8) + salt
    message.append(UInt8(truncatingIfNeeded: name.utf8.count))
    message += Array(name.utf8)
    message.append(value.kind.rawValue)
    return Array(SHA256.hash(data: message + value.storedBytes))
  }

  private static func context(
    _ tag: [UInt8], _ id: [UInt8], _ nonce: [UInt8], _ commitment: [UInt8], _ name: String
  ) -> [UInt8] {
    tag + id + nonce + commitment + Array(name.utf8)
  }
}

/// Opens the private fields of a log's records for one who may read them.
///
/// Calls read small files. Safe to use from any thread.
package struct PrivateFieldReader: Sendable {
  private let storage: any LogStorage
  private let reader: Curve25519.KeyAgreement.PrivateKey

  init(_ storage: any LogStorage, for reader: Curve25519.KeyAgreement.PrivateKey) {
    (self.storage, self.reader) = (storage, reader)
  }

  /// Uses the folder of a log, or a copy of it.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - reader: The auditor's key.
  /// - Throws: ``AuditLogError/storage(_:)``.
  package init(folder: String, for reader: Curve25519.KeyAgreement.PrivateKey) throws(AuditLogError) {
    self.init(try FolderStorage(folder, makesMissing: false), for: reader)
  }

  /// The value of a private field.
  ///
  /// - Parameters:
  ///   - field: The field of a record.
  ///   - name: The field's name.
  /// - Returns: The value, which is what the record commits to.
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/erased`` when the subject's key is gone and with
  ///   ``LogKeyFault/wrongKey`` when it is sealed for somebody else; ``AuditLogError/storage(_:)``.
  package func value(of field: PrivateField, named name: String) throws(AuditLogError) -> AuditValue {
    let file = SubjectKeyFile.name(of: field.subject)
    guard let keys = try storage.read(file, limit: SubjectKeyFile.greatestSize) else { throw .key(.erased) }
    let key = try SubjectKeyFile.key(field.key, of: field.subject, in: keys, for: reader)
    return try field.opened(named: name, with: key)
  }
}
