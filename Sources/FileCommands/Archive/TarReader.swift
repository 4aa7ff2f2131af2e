import CArchive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Reads a tar archive from a file descriptor, one entry after the other.
@safe
final class TarReader {
  /// What an entry is.
  enum Kind: Equatable {
    case folder
    case file
    /// A symbolic link and its target.
    case symbolicLink([CChar])
    /// Another name of a file that came before.
    case hardLink([CChar])
    /// Something that is not unpacked: a device, a pipe, a file with holes.
    case other
  }

  /// What stands before the bytes of an entry.
  struct Entry {
    /// The name, ending with a zero.
    let path: [CChar]
    let kind: Kind
    /// The nine bits of the permissions; what would give a program the rights of somebody else is left out.
    let permissions: mode_t
    /// The second in which the contents changed last.
    let modified: Int
  }

  private let archive: OpaquePointer

  /// Begins to read.
  ///
  /// - Parameter descriptor: Where the bytes come from; it stays open.
  /// - Throws: ``ArchiveFault``.
  init(descriptor: Int32) throws(ArchiveFault) {
    // because the new archive is freed once, when this object ends
    guard let archive = unsafe archive_read_new() else { throw .notAnArchive }
    unsafe self.archive = archive
    // because both get the archive made above
    let codes = unsafe [
      archive_read_support_format_tar(archive), archive_read_open_fd(archive, descriptor, 1 << 16),
    ]
    guard codes.allSatisfy({ $0 >= ARCHIVE_WARN }) else { throw .notAnArchive }
  }

  deinit { unsafe archive_read_free(archive) }  // because this object owns it

  /// The next entry, or `nil` at the end of the archive.
  func next() throws(ArchiveFault) -> Entry? {
    var entry: OpaquePointer?
    // because the entry belongs to the archive and is only used until the next call
    let code = unsafe archive_read_next_header(archive, &entry)
    if code == ARCHIVE_EOF { return nil }
    guard code >= ARCHIVE_WARN, let entry = unsafe entry else { throw .notAnArchive }
    // because the strings belong to the entry and are copied at once
    guard let path = unsafe Self.copy(archive_entry_pathname(entry)) else { throw .refused(path: "?") }
    return unsafe Entry(
      path: path, kind: Self.kind(of: entry), permissions: archive_entry_perm(entry) & 0o777,
      modified: Int(archive_entry_mtime(entry)))
  }

  /// Fills a buffer with the next bytes of the entry.
  ///
  /// - Returns: The number of bytes, 0 at the end of the entry.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    // because libarchive fills the buffer at most
    let count = unsafe archive_read_data(archive, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw .notAnArchive }
    return count
  }

  private static func kind(of entry: OpaquePointer) -> Kind {
    // because the strings belong to the entry and are copied at once
    if let target = unsafe copy(archive_entry_hardlink(entry)) { return .hardLink(target) }
    // A file with holes can be far larger than what was decrypted.
    guard unsafe archive_entry_sparse_count(entry) == 0 else { return .other }  // because it only counts
    switch unsafe archive_entry_filetype(entry) {  // because it only looks at the entry
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    case S_IFLNK:
      // because the string belongs to the entry and is copied at once
      return unsafe copy(archive_entry_symlink(entry)).map(Kind.symbolicLink) ?? .other
    default: return .other
    }
  }

  private static func copy(_ text: UnsafePointer<CChar>?) -> [CChar]? {
    // because the text ends with a zero, which is copied too
    unsafe text.map { unsafe Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
  }
}
