import OmamoriCore

/// The headers of tokens that were verified: an issuer writes the same one again and again.
///
/// Only what was signed gets in, so that nobody else can put anything in or push anything out. Safe to use from any
/// thread.
final class KnownHeaders: Sendable {
  private struct Entry {
    let encoded: [UInt8]
    let header: TokenHeader
  }

  /// The most headers that are kept, and the most bytes of one.
  private static let (countLimit, sizeLimit) = (4, 512)
  private let entries = Protected<[Entry]>([])

  /// The header that was written like this.
  func header(encoded: Span<UInt8>) -> TokenHeader? {
    guard encoded.count <= Self.sizeLimit else { return nil }
    // because the buffer is only read during the call
    return unsafe encoded.withUnsafeBufferPointer { encoded in
      entries.withLock { entries in
        for entry in entries where unsafe entry.encoded.elementsEqual(encoded) { return entry.header }
        return nil
      }
    }
  }

  /// Keeps the header of a token that was verified, in place of the oldest one.
  func remember(_ token: UnverifiedToken) {
    let encoded = Array(token.part(0))
    guard encoded.count <= Self.sizeLimit else { return }
    entries.withLock { entries in
      guard !entries.contains(where: { $0.encoded == encoded }) else { return }
      if entries.count >= Self.countLimit { entries.removeFirst() }
      entries.append(Entry(encoded: encoded, header: token.header))
    }
  }
}
