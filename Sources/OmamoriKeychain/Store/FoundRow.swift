#if !canImport(Darwin)
import OmamoriCore

/// A row that matches a query, opened.
///
/// A value; safe to share between threads.
struct FoundRow: Sendable {
  /// What was read of the secret.
  enum Secret: Sendable {
    /// There is none, or it was not asked for.
    case none
    /// The secret.
    case value(SharedSecretBytes)
    /// What leads to the secret's key when the access control is fulfilled, and the sealed secret.
    case guarded(material: SharedSecretBytes, body: [UInt8])
  }

  /// How much is read of secrets.
  enum Depth: Sendable {
    /// Nothing.
    case metadata
    /// Secrets, and what leads to those with an access control.
    case secret
    /// What every secret is sealed with, to be sealed again.
    case material
  }

  /// The row.
  let head: RowHead
  /// The metadata.
  let record: ItemRecord
  /// The secret.
  let secret: Secret

  /// The row as an item of the public interface.
  ///
  /// - Parameter secret: The secret, when it was asked for.
  /// - Returns: The item.
  /// - Throws: ``KeychainError/backend(code:)``, which does not happen.
  func item(secret: SharedSecretBytes? = nil) throws(KeychainError) -> Item {
    record.item(try head.context.identifier.reference(), head.version, secret: secret)
  }
}
#endif
