import OmamoriCore
import OmamoriKeychain

/// Bytes that are authenticated, or hashed, with something sealed; put together without memory of their own.
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

/// What is known of every row of a store without opening it: its place and which metadata it has.
struct RowHead: Sendable, Equatable {
  /// The place of the row.
  let context: RowContext
  /// The tag at the end of the sealed metadata, which no others have.
  private let high: UInt64
  private let low: UInt64

  /// Takes the place and the sealed metadata, or the end of them.
  init(_ context: RowContext, _ metadata: RawSpan) {
    let end = metadata.extracting(last: Sealing.tagByteCount)
    (self.context, high, low) = (context, end.word(at: 0), end.word(at: 8))
  }

  /// The row's number.
  var generation: Int64 { context.generation }

  /// Names this state of the item.
  var version: ItemVersion {
    var frame = RowFrame()
    frame.append(word: UInt64(bitPattern: generation))
    frame.append(word: high)
    // Fourteen bytes need no memory of their own.
    return ItemVersion(data: frame.rawSpan.extracting(..<14).data)
  }

  /// The digest of the row as a member of the set of all rows.
  func digest(_ sealer: ItemSealer) -> Sum256 {
    sealer.digest(context, high, low)
  }
}

extension Statement {
  /// Gives a parameter, counted from 1, a tag.
  func bind(_ tag: StoreTag, at index: Int32) throws(KeychainError) {
    let frame = tag.frame
    try bind(frame.rawSpan, at: index)
  }

  /// Gives a parameter, counted from 1, the number of an item.
  func bind(_ identifier: RowIdentifier, at index: Int32) throws(KeychainError) {
    var frame = RowFrame()
    frame.append(identifier)
    try bind(frame.rawSpan, at: index)
  }

  /// The tombstone that stands in the first two columns.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`.
  func tombstone() throws(KeychainError) -> (generation: Int64, tag: StoreTag) {
    guard let tag = withBytes(at: 1, { StoreTag($0) }) else { throw .corrupt(.items) }
    return (number(at: 0), tag)
  }

  /// The head of the row that stands in the first five columns.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`.
  func head() throws(KeychainError) -> RowHead {
    let tag = withBytes(at: 1) { StoreTag($0) }
    let identifier = withBytes(at: 2) { bytes in
      bytes.byteCount == RowIdentifier.byteCount ? RowIdentifier(bytes) : nil
    }
    guard let tag, let identifier, let code = UInt8(exactly: number(at: 3)),
      let accessibility = ItemAccessibility(storeCode: code)
    else { throw .corrupt(.item) }
    let context = RowContext(
      generation: number(at: 0), tag: tag, identifier: identifier, accessibility: accessibility)
    return withBytes(at: 4) { RowHead(context, $0) }
  }
}

/// The place of a row, which everything that is sealed in it is bound to.
struct RowContext: Sendable, Equatable {
  /// The row's number, a new one with every change.
  var generation: Int64
  /// Where the item stands.
  var tag: StoreTag
  /// The item's number.
  var identifier: RowIdentifier
  /// When the item can be used.
  var accessibility: ItemAccessibility

  /// The place in bytes, behind one that says what is sealed.
  ///
  /// - Parameters:
  ///   - purpose: What is sealed.
  ///   - store: The store.
  /// - Returns: The bytes, to which the purpose may add more.
  func frame(_ purpose: Purpose, _ store: StoreID) -> RowFrame {
    var frame = RowFrame()
    frame.append(purpose.rawValue)
    frame.append(store)
    frame.append(word: UInt64(bitPattern: generation))
    frame.append(accessibility.storeCode)
    frame.append(identifier)
    frame.append(tag)
    return frame
  }

  /// What is sealed, or made a digest of.
  enum Purpose: UInt8 {
    /// The metadata.
    case metadata = 0x4D
    /// The key of the secret.
    case key = 0x4B
    /// The digest of the row as a member of the set of all rows.
    case digest = 0x44
    /// The digest of a tombstone as a member of that set.
    case tombstone = 0x54
  }
}

/// That a row was stored or removed.
struct RowChange: Sendable, Equatable {
  /// The item.
  let identifier: RowIdentifier
  /// Whether it was removed.
  let isRemoved: Bool
}

/// A row that matches a query, opened.
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
  /// - Throws: `KeychainError.backend(code:)`, which does not happen.
  func item(secret: SharedSecretBytes? = nil) throws(KeychainError) -> KeychainItem {
    record.item(try head.context.identifier.reference(), head.version, secret: secret)
  }
}

/// The number of an item that stays the same while the item lives: 16 random bytes.
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
