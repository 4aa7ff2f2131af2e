/// Reads property lists of every form within fixed bounds.
///
/// The system's own reader crashes on a binary list with a set in it and expands shared references without
/// limit; this one answers every input with a value or an error. It is safe to use from any thread.
public enum PropertyListReader {
  /// Reads `bytes`, finding out the form first.
  ///
  /// A file that begins with `bplist` is binary, one whose first visible character is `<` is XML, and any
  /// other is OpenStep text.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The bounds to keep.
  /// - Returns: The value with the form of the file, its comments and its duplicate keys.
  /// - Throws: ``PropertyListError`` with the place and the cure.
  public static func read(
    _ bytes: [UInt8],
    limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> PropertyListDocument {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    guard !bytes.isEmpty else { throw .unknownFormat }
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try BinaryPropertyListReader(bytes, limits: limits)
      return try reader.read()
    }
    let text = try TextDecoding.utf8(bytes)
    guard let first = text.first(where: { !ASCII.isSpace($0) }) else { throw .unknownFormat }
    if first == ASCII.less {
      var reader = XMLPropertyListReader(text, limits: limits)
      return try reader.read()
    }
    var reader = OpenStepPropertyListReader(text, limits: limits)
    return try reader.read()
  }
}
