package import OmamoriReport

/// A file of machine code of the audited material: thin or fat, every slice of it.
package struct MachOSource: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// What the file is for.
  package let context: FileContext
  /// The slices with their bytes, in the order of the file.
  package let images: [MachOImage]
  /// The number of parts of a fat file that are archives of object files and were passed over.
  package let archives: Int

  /// The most slices that a fat file may have.
  static let sliceLimit = 32

  /// Reads `bytes`.
  ///
  /// - Throws: ``MachOError`` when there is no slice in them.
  package init(path: String, context: FileContext = .app, bytes: [UInt8]) throws(MachOError) {
    (self.path, self.context) = (path, context)
    let whole = BinaryBytes(bytes)
    var (images, archives) = ([MachOImage](), 0)
    for part in try Self.parts(of: whole) {
      if let image = MachOImage(part) {
        images.append(image)
      } else if part.slice.starts(with: "!<arch>\n".utf8) {
        archives += 1
      } else {
        throw .malformed
      }
    }
    if images.isEmpty { throw archives > 0 ? .archive : .malformed }
    (self.images, self.archives) = (images, archives)
  }

  /// What the file says of itself, without its bytes.
  package var file: MachOFile { MachOFile(path: path, slices: images.map(\.slice)) }

  /// The parts of a fat file, or the file itself.
  private static func parts(of whole: BinaryBytes) throws(MachOError) -> [BinaryBytes] {
    let bytes = whole.reading(bigEndian: true)
    guard let magic = bytes.word(at: 0), magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return [whole] }
    guard let count = bytes.size(at: 4), (1...sliceLimit).contains(count) else { throw .malformed }
    let is64Bit = magic == 0xCAFE_BABF
    var (parts, ranges) = ([BinaryBytes](), [Range<Int>]())
    for index in 0..<count {
      let entry = 8 + index * (is64Bit ? 32 : 20)
      let place =
        is64Bit
        ? (
          bytes.long(at: entry + 8).flatMap { Int(exactly: $0) },
          bytes.long(at: entry + 16).flatMap { Int(exactly: $0) }
        )
        : (bytes.size(at: entry + 8), bytes.size(at: entry + 12))
      guard let offset = place.0, let size = place.1, offset >= 8,
        let part = whole.part(at: offset, count: size)
      else { throw .malformed }
      ranges.append(offset..<offset + size)
      parts.append(part)
    }
    // Slices that share bytes would have them read once for each.
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      throw .malformed
    }
    return parts
  }
}

extension MachOSource {
  /// The processors of the slices for which `isWanted` holds, with commas between them; `nil` without one.
  package func slices(where isWanted: (MachOImage) -> Bool) -> String? {
    let names = images.filter(isWanted).map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
