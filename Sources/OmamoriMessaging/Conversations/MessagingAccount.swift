import OmamoriCore

/// Who this side is: an address and its private identity.
///
/// It never changes; safe to share between threads.
final class MessagingAccount: Sendable {
  static let version: UInt8 = 1

  let address: MessagingAddress
  let identity: MessagingIdentity

  init(address: MessagingAddress, identity: MessagingIdentity) {
    self.address = address
    self.identity = identity
  }

  /// Reads what ``encoded`` wrote.
  convenience init(decoding record: SharedSecretBytes) throws(MessagingError) {
    var reader = ByteReader(record.bytes) { _, _ in MessagingError.storage(.damaged) }
    guard try reader.number(UInt8.self) == Self.version else { throw .storage(.damaged) }
    let key = try reader.bytes(Int(try reader.number(UInt8.self)))
    guard let address = MessagingAddress(recordKey: key) else { throw .storage(.damaged) }
    self.init(
      address: address, identity: try MessagingIdentity(decoding: try reader.secret(reader.remaining)))
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let key = address.recordKey
    var writer = SecretFieldWriter()
    writer.plain([Self.version, UInt8(truncatingIfNeeded: key.count)] + key)
    writer.secret(identity.encoded)
    return writer.finish()
  }
}
