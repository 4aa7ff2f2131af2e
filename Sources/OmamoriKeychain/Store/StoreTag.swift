#if !canImport(Darwin)
import OmamoriCore

/// Where an item stands in a store: three keyed hash values, of which the file shows nothing but equality.
///
/// The area is common to all items of a class and a group, the scope to those of one service, server or tag besides,
/// and the name belongs to one primary key. A value; safe to share between threads.
struct StoreTag: Sendable {
  /// The length in bytes.
  static let byteCount = 48
  /// The length of an area in bytes.
  static let areaByteCount = 8
  /// The length of an area and a scope in bytes.
  static let scopeByteCount = 16

  /// Common to all items of a class and a group.
  let area: UInt64
  /// Common to all items of a scope.
  let scope: UInt64
  /// Belongs to one primary key.
  let name: Sum256

  /// Makes a tag of its parts.
  init(area: UInt64, scope: UInt64, name: Sum256) { (self.area, self.scope, self.name) = (area, scope, name) }

  /// Takes a stored tag; `nil` when its length is another.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    area = bytes.word(at: 0)
    scope = bytes.word(at: 8)
    name = Sum256(bytes.extracting(16...))
  }

  /// The tag as it is stored.
  var frame: RowFrame {
    var frame = RowFrame()
    frame.append(self)
    return frame
  }
}

extension StoreTag: Comparable {
  /// Says whether the bytes of the first come before those of the second.
  static func < (left: StoreTag, right: StoreTag) -> Bool {
    if left.area != right.area { return left.area < right.area }
    if left.scope != right.scope { return left.scope < right.scope }
    return left.name.words < right.name.words
  }
}

extension StoreTag: Hashable {
  /// Says whether both are the same place.
  static func == (left: StoreTag, right: StoreTag) -> Bool {
    left.name == right.name && left.scope == right.scope && left.area == right.area
  }

  /// Adds a part of the tag, every bit of which is random already.
  func hash(into hasher: inout Hasher) { hasher.combine(name.words.0) }
}
#endif
