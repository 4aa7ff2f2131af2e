#if !canImport(Darwin)
import OmamoriCore

/// Bytes that are authenticated, or hashed, with something sealed; put together without memory of their own.
///
/// A value; safe to share between threads.
struct RowFrame: Sendable {
  /// The most bytes: a purpose, a place and two tags have 122.
  static let capacity = 128

  private var bytes = InlineArray<128, UInt8>(repeating: 0)
  private var count = 0

  /// Begins with no bytes.
  init() {}

  /// Adds a byte.
  mutating func append(_ byte: UInt8) { store(byte) }

  /// Adds a number of eight bytes.
  mutating func append(word: UInt64) { store(word.bigEndian) }

  /// Adds the number of a store.
  mutating func append(_ store: StoreID) {
    let bytes = store.bytes.rawSpan
    append(word: bytes.word(at: 0))
    append(word: bytes.word(at: 8))
  }

  /// Adds the number of an item.
  mutating func append(_ identifier: RowIdentifier) {
    append(word: identifier.words.high)
    append(word: identifier.words.low)
  }

  /// Adds the place of an item.
  mutating func append(_ tag: StoreTag) {
    append(word: tag.area)
    append(word: tag.scope)
    append(word: tag.name.words.0)
    append(word: tag.name.words.1)
    append(word: tag.name.words.2)
    append(word: tag.name.words.3)
  }

  /// Adds the tag that sealed bytes end with.
  mutating func append(tagOf sealed: RawSpan) {
    let tag = sealed.extracting(last: Sealing.tagByteCount)
    append(word: tag.word(at: 0))
    append(word: tag.word(at: 8))
  }

  /// The bytes.
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get { unsafe bytes.span.bytes.extracting(..<count) }  // because UInt8 has no padding
  }

  private mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    var span = bytes.mutableSpan
    var room = unsafe span.mutableBytes  // because every pattern of bits is a UInt8
    room.storeBytes(of: number, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }
}
#endif
