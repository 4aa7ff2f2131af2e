import OmamoriCore

/// The extra fields of a zip header that matter: Zip64 sizes and the Unicode name.
struct ZipExtraFields {
  private let zip64: [UInt8]?
  /// The name in UTF-8, where the header's own may be in another encoding.
  let unicodeName: ArraySlice<UInt8>?

  /// Reads the fields, or gives `nil` when they overrun or one of them occurs twice.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = unsafe ByteReader(bytes.span.bytes)  // because UInt8 has no padding
    var fields: [Int: [UInt8]] = [:]
    // Some tools pad the end with fewer bytes than a field has.
    while reader.remaining >= 4 {
      guard let tag = try? reader.short(), let length = try? reader.short(),
        let body = try? reader.bytes(length)
      else { return nil }
      if tag == 0x0001 || tag == 0x7075 {
        guard fields.updateValue(body, forKey: tag) == nil else { return nil }
      }
    }
    zip64 = fields[0x0001]
    // One byte of version and four of checksum come first.
    unicodeName = fields[0x7075].map { $0.dropFirst(5) }
  }

  /// The sizes with those that are all ones replaced by the Zip64 field, in its order; `nil` when one is missing.
  func wide(
    uncompressed: Int, compressed: Int, offset: Int, disk: Int
  ) -> (uncompressed: Int, compressed: Int, offset: Int, disk: Int)? {
    let zip64 = zip64 ?? []
    var reader = ByteReader(zip64.rawSpan)
    var values = [uncompressed, compressed, offset]
    for index in values.indices where values[index] == 0xFFFF_FFFF {
      guard let value = try? reader.long() else { return nil }
      values[index] = value
    }
    var wideDisk = disk
    if disk == 0xFFFF {
      guard let value = try? reader.word() else { return nil }
      wideDisk = value
    }
    return (values[0], values[1], values[2], wideDisk)
  }
}
