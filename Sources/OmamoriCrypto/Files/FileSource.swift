#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// What a job reads, and how it looked when the job began.
struct FileSource {
  let file: OpenFile
  let snapshot: FileSnapshot
  /// Where the payload begins.
  let offset: UInt64
  /// The bytes from there on; `nil` for what has no size, or says that it has none.
  let size: UInt64?
  private let path: String?

  /// Whether it is a file, whose permissions the result gets.
  var isRegular: Bool { snapshot.kind == .regular }

  /// Opens a place.
  ///
  /// - Throws: ``CryptoError/file(_:code:)``.
  init(_ place: FilePlace) throws(CryptoError) {
    switch place {
    case .path(let path): (file, self.path) = (try OpenFile(reading: path), path)
    case .descriptor(let number): (file, path) = (try OpenFile(readingDescriptor: number), nil)
    }
    snapshot = try file.snapshot()
    switch snapshot.kind {
    case .folder: throw .file(.openSource, code: EISDIR)
    // The kernel's own files say that they are empty and are not; an empty one is soon read to its end.
    case .regular where snapshot.size == 0: (offset, size) = (0, nil)
    case .regular:
      offset = UInt64(max(0, lseek(file.descriptor, 0, SEEK_CUR)))
      size = snapshot.size - min(offset, snapshot.size)
    case .link, .stream: (offset, size) = (0, nil)
    }
  }

  /// Whether the file is in age's armor.
  ///
  /// - Throws: ``CryptoError/file(_:code:)``.
  func isArmored() throws(CryptoError) -> Bool {
    let buffer = ChunkBuffer(count: AgeArmor.maximumWhiteSpace + AgeArmor.begin.count)
    // because the room belongs to this call
    let count = try unsafe file.read(into: buffer.bytes, at: offset)
    // because the room holds that many bytes
    return AgeArmor.isArmored(unsafe Array(buffer[0..<count]).byteSpan) == true
  }

  /// Refuses a file that was written to, or replaced at its path, since the job began.
  ///
  /// - Throws: ``CryptoError/sourceChanged``.
  func checkUnchanged() throws(CryptoError) {
    guard isRegular else { return }
    guard try file.snapshot().isUnchanged(from: snapshot) else { throw .sourceChanged }
    guard let path else { return }
    let present = try FileSnapshot.of(path, followsLink: true, for: .read)
    guard present?.isSameFile(as: snapshot) == true else { throw .sourceChanged }
  }
}
