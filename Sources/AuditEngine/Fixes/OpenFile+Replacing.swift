#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension OpenFile {
  /// Gives the file `name` of this folder new contents: whoever looks sees the old ones or the new, never half of them.
  ///
  /// Permissions, extended attributes, access control lists and, where that is allowed, the owner stay. After a failure
  /// nothing is left behind.
  ///
  /// - Parameters:
  ///   - name: The name in this folder; a link is refused.
  ///   - status: Which file it has to be.
  ///   - old: What it has to hold.
  ///   - new: What it holds afterwards.
  /// - Throws: ``FixRefusal`` with the reason; the file is then as it was.
  func replace(
    _ name: [UInt8], which status: FileStatus, holding old: [UInt8], with new: [UInt8]
  ) throws(FixRefusal) {
    let (file, raw) = try fileForReplacing(name, status, old)
    let temporary = Array(".\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp".utf8)
    let descriptor = try create(temporary)
    Self.removeInheritedList(from: descriptor)
    var code = Self.keep(raw, on: descriptor)
    if code == 0 { code = file.copyAttributes(to: descriptor) }
    if code == 0 { code = Self.write(new, to: descriptor) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    var refusal: FixRefusal? = code == 0 ? nil : .system(code)
    // Somebody may have written meanwhile.
    if refusal == nil {
      do throws(FixRefusal) { _ = try fileForReplacing(name, status, old) } catch { refusal = error }
    }
    let (source, target) = (Self.terminated(temporary), Self.terminated(name))
    // because both names end with zero and outlive the call
    if refusal == nil, unsafe renameat(self.descriptor, source, self.descriptor, target) != 0 {
      refusal = .system(errno)
    }
    if let refusal {
      _ = unsafe unlinkat(self.descriptor, source, 0)  // because the name ends with zero
      throw refusal
    }
    _ = fsync(self.descriptor)
  }

  /// The file and what the system says about it, if it is the one that was audited and may be written.
  private func fileForReplacing(
    _ name: [UInt8], _ status: FileStatus, _ old: [UInt8]
  ) throws(FixRefusal) -> (OpenFile, stat) {
    var raw = stat()
    let (file, isSame, bytes): (OpenFile, Bool, [UInt8])
    do throws(SystemFailure) {
      file = try opening(name, folder: false)
      // because fstat fills in the structure that lives here for the call
      guard unsafe fstat(file.descriptor, &raw) == 0 else { throw .latest }
      let now = FileStatus(raw)
      isSame = now.form == .file && now.identity == status.identity
      bytes = isSame ? try file.read(at: 0, count: old.count + 1) : []
    } catch {
      throw error.code == ELOOP ? .link : error.isAbsence ? .changed : .system(error.code)
    }
    guard isSame, bytes == old else { throw .changed }
    guard raw.st_nlink == 1 else { throw .severalNames }
    let path = Self.terminated(name)
    // because the name ends with zero; the user who may do everything is held to the permissions as well
    guard raw.st_mode & 0o222 != 0 else { throw .readOnly }
    // because as above
    guard unsafe faccessat(descriptor, path, W_OK, 0) == 0 else {
      throw errno == EACCES ? .readOnly : .system(errno)
    }
    return (file, raw)
  }

  private func create(_ name: [UInt8]) throws(FixRefusal) -> CInt {
    let path = Self.terminated(name)
    let flags = O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW
    // because the name ends with zero and outlives the call
    let created = unsafe openat(descriptor, path, flags, mode_t(0o600))
    guard created >= 0 else { throw .system(errno) }
    return created
  }

  /// Gives the new file the owner (where allowed) and the permissions of the old one.
  private static func keep(_ old: stat, on descriptor: CInt) -> CInt {
    let isOwner = fchown(descriptor, old.st_uid, old.st_gid) == 0
    // Without the owner, special bits would give another user's rights away.
    return fchmod(descriptor, old.st_mode & (isOwner ? 0o7777 : 0o777)) == 0 ? 0 : errno
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
    // because the buffer is only read, from the first byte that is not written yet
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        // because the rebased part lies inside of the buffer
        let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Darwin)
        let count = unsafe Darwin.write(descriptor, part.baseAddress, part.count)  // because as above
        #else
        let count = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { return errno }
        written += count
      }
      return 0
    }
  }

  private static func terminated(_ name: [UInt8]) -> [CChar] { name.map { CChar(bitPattern: $0) } + [0] }
}
