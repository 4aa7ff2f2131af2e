#if !canImport(Darwin)
import OmamoriCore

/// The number of an item that stays the same while the item lives: 16 random bytes.
///
/// A value; safe to share between threads.
struct RowIdentifier: Sendable, Hashable {
  /// The length in bytes.
  static let byteCount = 16
  /// What references of this kind begin with.
  private static let prefix = Array("omk1".utf8)

  private let high: UInt64
  private let low: UInt64

  /// Takes the first 16 bytes.
  init(_ bytes: RawSpan) { (high, low) = (bytes.word(at: 0), bytes.word(at: 8)) }

  /// Takes a reference that a store of this kind gave out; `nil` for another one.
  init?(_ reference: PersistentReference) {
    let bytes = [UInt8](reference.data)
    guard bytes.count == Self.prefix.count + Self.byteCount, bytes.starts(with: Self.prefix) else {
      return nil
    }
    self.init(bytes.rawSpan.extracting(Self.prefix.count...))
  }

  /// The bytes.
  func append(to bytes: inout [UInt8]) {
    bytes.append(word: high)
    bytes.append(word: low)
  }

  /// The bytes as two numbers.
  var words: (high: UInt64, low: UInt64) { (high, low) }

  /// The reference of the item with this number.
  ///
  /// - Throws: Nothing that can happen: the length is always one that references have.
  func reference() throws(KeychainError) -> PersistentReference {
    var frame = RowFrame()
    for byte in Self.prefix { frame.append(byte) }
    frame.append(self)
    guard let reference = PersistentReference(data: frame.rawSpan.data) else { throw .backend(code: 0) }
    return reference
  }
}
#endif
