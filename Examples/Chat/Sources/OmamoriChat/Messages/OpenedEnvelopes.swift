import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging

/// Envelopes that were opened and that the relay may hand out again, because it may not know yet.
///
/// It changes in the same commit as the conversation, so that an envelope is opened once whatever is interrupted.
struct OpenedEnvelopes: Sendable {
  private static let digestSize = 16
  private static let greatestCount = 1000

  private var digests: [[UInt8]] = []

  /// Remembers nothing.
  init() {}

  /// Reads what ``encoded`` wrote.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    let bytes = record.plainCopy
    guard bytes.count.isMultiple(of: Self.digestSize), bytes.count <= Self.greatestCount * Self.digestSize
    else {
      throw .storage(.damaged)
    }
    digests = stride(from: 0, to: bytes.count, by: Self.digestSize).map {
      Array(bytes[$0..<$0 + Self.digestSize])
    }
  }

  /// Whether there is nothing to remember.
  var isEmpty: Bool { digests.isEmpty }

  /// Whether an envelope was opened.
  func contains(_ envelope: [UInt8]) -> Bool { digests.contains(Self.digest(of: envelope)) }

  /// Takes note of an envelope; the oldest are forgotten first.
  mutating func insert(_ envelope: [UInt8]) {
    digests.append(Self.digest(of: envelope))
    if digests.count > Self.greatestCount { digests.removeFirst() }
  }

  /// Forgets envelopes that the relay has forgotten.
  mutating func remove(_ envelopes: [[UInt8]]) {
    let gone = Set(envelopes.map(Self.digest))
    digests.removeAll(where: gone.contains)
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes { SharedSecretBytes(SecretBytes(copying: digests.flatMap(\.self))) }

  private static func digest(of envelope: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: Data(envelope)).prefix(digestSize))
  }
}
