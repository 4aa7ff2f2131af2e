#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import OmamoriCore

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
    let (file, found) = try fileForReplacing(name, status, old)
    let pending = try SystemFailure.rethrown(as: { FixRefusal.system($0.code) }) {
      () throws(SystemFailure) in
      let pending = try PendingFile(name, in: descriptor, replacing: true)
      Self.removeInheritedList(from: pending.file.number)
      try pending.takeRights(of: found, specialBits: true)
      let code = file.copyAttributes(to: pending.file.number)
      guard code == 0 else { throw SystemFailure(code: code) }
      try pending.file.write(new)
      try pending.synchronize()
      return pending
    }
    // Somebody may have written meanwhile.
    _ = try fileForReplacing(name, status, old)
    try SystemFailure.rethrown(as: { FixRefusal.system($0.code) }) { () throws(SystemFailure) in
      try pending.commit(isDurable: true)
    }
  }

  /// The file and what the system says about it, if it is the one that was audited and may be written.
  private func fileForReplacing(
    _ name: [UInt8], _ status: FileStatus, _ old: [UInt8]
  ) throws(FixRefusal) -> (OpenFile, FileStatus) {
    let (file, now, bytes): (OpenFile, FileStatus, [UInt8]?)
    do throws(SystemFailure) {
      file = try opening(name, folder: false)
      now = try file.status()
      let isSame = now.kind == .file && now.identity == status.identity
      bytes = isSame ? try file.read(at: 0, count: old.count + 1) : nil
    } catch {
      throw error.code == ELOOP ? .link : error.isAbsence ? .changed : .system(error.code)
    }
    guard bytes == old else { throw .changed }
    guard now.names == 1 else { throw .severalNames }
    // The user who may do everything is held to the permissions as well.
    guard now.permissions & 0o222 != 0 else { throw .readOnly }
    let path = name.map { CChar(bitPattern: $0) } + [0]
    // because the name ends with zero
    guard unsafe faccessat(descriptor.number, path, W_OK, 0) == 0 else {
      throw errno == EACCES ? .readOnly : .system(errno)
    }
    return (file, now)
  }
}
