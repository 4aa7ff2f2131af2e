import OmamoriCore

/// The bytes of an archive, read where they are needed.
package struct ArchiveBytes: Sendable {
  private enum Source: Sendable {
    case file(OpenFile)
    case memory([UInt8])
  }

  private let source: Source
  /// The length in bytes.
  package let count: Int

  /// Reads from an open file of `count` bytes.
  package init(_ file: OpenFile, count: Int) {
    source = .file(file)
    self.count = count
  }

  /// Reads from bytes at hand.
  package init(_ bytes: [UInt8]) {
    source = .memory(bytes)
    count = bytes.count
  }

  /// The `length` bytes from `offset` on.
  ///
  /// - Throws: ``ArchiveError/truncated(_:)`` when they are not all there.
  package func slice(at offset: Int, count length: Int, in place: ArchivePlace) throws(ArchiveError)
    -> [UInt8]
  {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { throw .truncated(place) }
    switch source {
    case .memory(let bytes): return Array(bytes[offset..<offset + length])
    case .file(let file):
      let bytes: [UInt8]
      do {
        bytes = try file.read(at: offset, count: length)
      } catch {
        throw .unreadable(error.message)
      }
      guard bytes.count == length else { throw .truncated(place) }
      return bytes
    }
  }
}
