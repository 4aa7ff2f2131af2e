import OmamoriCore
public import OmamoriCrypto

/// Opens the private fields of a log's records for one who may read them.
///
/// Calls read small files. Safe to use from any thread.
public struct PrivateFieldReader: Sendable {
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
  public init(folder: String, for reader: Curve25519.KeyAgreement.PrivateKey) throws(AuditLogError) {
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
  public func value(of field: PrivateField, named name: String) throws(AuditLogError) -> AuditValue {
    let file = SubjectKeyFile.name(of: field.subject)
    guard let keys = try storage.read(file, limit: SubjectKeyFile.greatestSize) else { throw .key(.erased) }
    let key = try SubjectKeyFile.key(field.key, of: field.subject, in: keys, for: reader)
    return try field.opened(named: name, with: key)
  }
}
