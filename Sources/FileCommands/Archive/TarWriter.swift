import CArchive
import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Writes a tar archive (pax where a name or size needs it) to a file descriptor.
///
/// Owners are left out and times kept to the second, so that the same folder gives the same archive on every machine.
@safe
final class TarWriter {
  private let archive: OpaquePointer

  /// Begins an archive.
  ///
  /// - Parameter descriptor: Where the bytes go; it stays open.
  /// - Throws: ``ArchiveFault``.
  init(descriptor: Int32) throws(ArchiveFault) {
    // because the new archive is freed once, when this object ends
    guard let archive = unsafe archive_write_new() else { throw .abandoned }
    unsafe self.archive = archive
    // because each call gets the archive made above
    let codes = unsafe [
      archive_write_set_format_pax_restricted(archive), archive_write_add_filter_none(archive),
      archive_write_set_bytes_per_block(archive, 1 << 16), archive_write_set_bytes_in_last_block(archive, 1),
      archive_write_open_fd(archive, descriptor),
    ]
    guard codes.allSatisfy({ $0 >= ARCHIVE_WARN }) else { throw .abandoned }
  }

  deinit {
    unsafe archive_write_fail(archive)  // because nothing more may be written, whatever became of the archive
    unsafe archive_write_free(archive)  // because this object owns it
  }

  /// Begins an entry.
  ///
  /// - Parameters:
  ///   - path: The name, ending with a zero.
  ///   - status: What the system says about the file.
  ///   - target: Where a symbolic link leads, ending with a zero.
  /// - Throws: ``ArchiveFault``.
  func begin(_ path: [CChar], _ status: stat, target: [CChar]? = nil) throws(ArchiveFault) {
    // because the new entry is freed at the end of this function
    guard let entry = unsafe archive_entry_new() else { throw .abandoned }
    defer { unsafe archive_entry_free(entry) }  // because it was made here
    let isFile = status.st_mode & S_IFMT == S_IFREG
    // because the entry copies the strings, which end with a zero
    unsafe archive_entry_copy_pathname(entry, path)
    unsafe archive_entry_set_filetype(entry, UInt32(status.st_mode & S_IFMT))
    unsafe archive_entry_set_perm(entry, status.st_mode & 0o777)
    unsafe archive_entry_set_size(entry, isFile ? Int64(status.st_size) : 0)
    unsafe archive_entry_set_mtime(entry, status.modificationSecond, 0)
    // because the entry copies the string, which ends with a zero
    if let target { unsafe archive_entry_copy_symlink(entry, target) }
    // because both were made above; a warning only says how a name was encoded
    guard unsafe archive_write_header(archive, entry) >= ARCHIVE_WARN else { throw .abandoned }
  }

  /// Adds bytes to the file that was begun.
  func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveFault) {
    // because libarchive reads exactly the buffer
    let count = unsafe archive_write_data(archive, bytes.baseAddress, bytes.count)
    guard count == bytes.count else { throw .abandoned }
  }

  /// Writes the end of the archive.
  func finish() throws(ArchiveFault) {
    guard unsafe archive_write_close(archive) >= ARCHIVE_WARN else { throw .abandoned }  // because it is open
  }
}

extension stat {
  #if canImport(Darwin)
  /// The second in which the contents changed last.
  var modificationSecond: Int { st_mtimespec.tv_sec }
  #else
  /// The second in which the contents changed last.
  var modificationSecond: Int { st_mtim.tv_sec }
  #endif
}
