#if !canImport(Darwin)
import OmamoriCore

/// Reads the binary form of an item's metadata, and nothing that ``ItemCoding`` would write otherwise.
///
/// Bounded by the input: no length is believed before that many bytes are there. One thread at a time.
struct ItemDecoder: ~Escapable {
  private let bytes: RawSpan
  private var offset = 0

  /// Begins at the start of a form.
  @_lifetime(copy bytes)
  private init(_ bytes: RawSpan) { self.bytes = bytes }

  /// Reads a record.
  ///
  /// - Parameter bytes: The form, and nothing behind it.
  /// - Returns: The record.
  /// - Throws: ``ItemCoding/Malformed``.
  static func record(_ bytes: RawSpan) throws(ItemCoding.Malformed) -> ItemRecord {
    guard bytes.byteCount <= ItemCoding.greatestSize else { throw ItemCoding.Malformed() }
    var decoder = ItemDecoder(bytes)
    let record = try decoder.record()
    guard decoder.offset == bytes.byteCount else { throw ItemCoding.Malformed() }
    return record
  }

  private mutating func record() throws(ItemCoding.Malformed) -> ItemRecord {
    guard try byte() == ItemCoding.version else { throw ItemCoding.Malformed() }
    let flags = ItemCoding.Flags(rawValue: try byte())
    let (accessibilityCode, protectionCode, classCode) = (try byte(), try byte(), try halfWord())
    guard flags.isSubset(of: .known), let accessibility = ItemAccessibility(storeCode: accessibilityCode),
      let protection = ItemProtection(storeCode: protectionCode),
      let itemClass = ItemClass(storeCode: classCode)
    else { throw ItemCoding.Malformed() }
    var control: AccessControl?
    if flags.contains(.accessControl) {
      control = AccessControl(accessibility, AccessControl.Constraints(rawValue: try word()))
    }
    let secretLength = flags.contains(.secret) ? Int(try halfWord()) : nil
    let group = try text(try halfWord())
    return ItemRecord(
      itemClass: itemClass, attributes: try attributes(), accessGroup: group,
      isSynchronizable: flags.contains(.synchronizable), accessibility: accessibility,
      accessControl: control, protection: protection, secretLength: secretLength)
  }

  private mutating func attributes() throws(ItemCoding.Malformed) -> ItemAttributes {
    let count = try halfWord()
    guard count <= UInt32(ItemAttribute.allCases.count) else { throw ItemCoding.Malformed() }
    var values = [ItemAttribute: AttributeValue](minimumCapacity: Int(count))
    var last: UInt32 = 0
    for _ in 0..<count {
      let (code, kind, length) = (try halfWord(), try byte(), try halfWord())
      guard code > last, let attribute = ItemAttribute(storeCode: code), attribute.kind.rawValue == kind
      else {
        throw ItemCoding.Malformed()
      }
      last = code
      values[attribute] = try value(attribute.kind, length)
    }
    return ItemAttributes(values)
  }

  private mutating func value(
    _ kind: AttributeKind, _ length: UInt32
  ) throws(ItemCoding.Malformed) -> AttributeValue {
    switch kind {
    case .text: return .text(try text(length))
    case .data: return .data(Data(try take(length).array))
    case .number:
      guard length == 8 else { throw ItemCoding.Malformed() }
      return .number(Int64(bitPattern: try word()))
    case .flag:
      let byte = try byte()
      guard length == 1, byte <= 1 else { throw ItemCoding.Malformed() }
      return .flag(byte == 1)
    case .date:
      let seconds = Double(bitPattern: try word())
      guard length == 8, seconds.isFinite else { throw ItemCoding.Malformed() }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  private mutating func text(_ length: UInt32) throws(ItemCoding.Malformed) -> String {
    // because every pattern of bits is a UInt8, and the buffer is only read during the call
    let text = unsafe try take(length).withUnsafeBytes { bytes -> String? in
      let units = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      guard let valid = try? unsafe UTF8Span(validating: units.span) else { return nil }
      return String(copying: valid)
    }
    guard let text else { throw ItemCoding.Malformed() }
    return text
  }

  @_lifetime(copy self)
  private mutating func take(_ length: UInt32) throws(ItemCoding.Malformed) -> RawSpan {
    guard Int(length) <= bytes.byteCount - offset else { throw ItemCoding.Malformed() }
    let part = bytes.extracting(offset..<offset + Int(length))
    offset += Int(length)
    return part
  }

  private mutating func byte() throws(ItemCoding.Malformed) -> UInt8 { try take(1).byte(at: 0) }
  private mutating func halfWord() throws(ItemCoding.Malformed) -> UInt32 { try take(4).halfWord(at: 0) }
  private mutating func word() throws(ItemCoding.Malformed) -> UInt64 { try take(8).word(at: 0) }
}
#endif
