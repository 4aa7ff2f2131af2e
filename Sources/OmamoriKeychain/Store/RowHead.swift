#if !canImport(Darwin)
import OmamoriCore

/// What is known of every row of a store without opening it: its place and which metadata it has.
///
/// A value; safe to share between threads.
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
  /// - Throws: ``KeychainError/corrupt(_:)``.
  func tombstone() throws(KeychainError) -> (generation: Int64, tag: StoreTag) {
    guard let tag = withBytes(at: 1, { StoreTag($0) }) else { throw .corrupt(.items) }
    return (number(at: 0), tag)
  }

  /// The head of the row that stands in the first five columns.
  ///
  /// - Throws: ``KeychainError/corrupt(_:)``.
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
#endif
