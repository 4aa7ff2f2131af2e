/// The name of a zip entry, once it is known to stay inside the archive.
struct ZipName: Sendable, Hashable {
  /// The path without a slash at its end.
  let text: String
  /// Whether the name ended with a slash.
  let isFolder: Bool

  /// Reads a name and refuses what could lead elsewhere or be understood in two ways.
  static func checked(
    _ raw: ArraySlice<UInt8>, flags: Int, limit: Int, place: ArchivePlace
  ) throws(ArchiveError) -> ZipName {
    guard let full = String(validating: raw, as: UTF8.self) else { throw .nameEncoding(place) }
    let named = ArchivePlace.entry(full)
    guard !raw.isEmpty, raw.count <= limit else { throw .unsafeName(place) }
    guard raw.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .unsafeName(named)
    }
    let isFolder = raw.last == UInt8(ascii: "/")
    let path = isFolder ? raw.dropLast() : raw
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
    else {
      throw .unsafeName(named)
    }
    // A drive letter makes a name absolute on some systems.
    let bytes = Array(path.prefix(2))
    if bytes.count == 2, bytes[1] == UInt8(ascii: ":"), Character(Unicode.Scalar(bytes[0])).isLetter {
      throw .unsafeName(named)
    }
    return ZipName(text: isFolder ? String(full.unicodeScalars.dropLast()) : full, isFolder: isFolder)
  }
}
