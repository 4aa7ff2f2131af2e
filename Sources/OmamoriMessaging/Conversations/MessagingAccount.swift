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
    var reader = RecordReader(record)
    guard try reader.take(UInt8.self) == Self.version else { throw RecordReader.refusal }
    let key = try reader.take(Int(try reader.take(UInt8.self)))
    guard let address = MessagingAddress(recordKey: key) else { throw RecordReader.refusal }
    self.init(
      address: address, identity: try MessagingIdentity(decoding: try reader.takeSecret(reader.rest)))
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
