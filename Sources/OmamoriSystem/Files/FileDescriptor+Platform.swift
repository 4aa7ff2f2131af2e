#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What Apple systems and Linux do differently with files.
extension FileDescriptor {
  /// When Apple systems let a file be read.
  package enum Protection: Int32 {
    /// While the device is unlocked (NSFileProtectionComplete).
    case complete = 1
    /// From the first unlocking on, also while the screen is locked again
    /// (NSFileProtectionCompleteUntilFirstUserAuthentication).
    case untilFirstAuthentication = 3
  }

  /// Says when the file can be read, where the system has such classes: Macs refuse, and on Linux the permissions of the
  /// file are its protection, so nothing changes there.
  package func protect(_ protection: Protection) {
    #if canImport(Darwin)
    _ = fcntl(number, F_SETPROTECTIONCLASS, protection.rawValue)
    #endif
  }

  /// Lets the disk begin with bytes that were just written, so that waiting for it in the end is short.
  ///
  /// Linux sends a range to the disk when it is told that nobody will read it soon; Apple systems begin by themselves.
  package func startSynchronizing(at offset: UInt64, count: Int) {
    #if !canImport(Darwin)
    _ = posix_fadvise(number, off_t(clamping: offset), off_t(count), POSIX_FADV_DONTNEED)
    #endif
  }

  /// Opens a pipe once more so that writing never waits, without a change to what others share; `nil` where that is
  /// refused, for everything but pipes, and on Apple systems.
  package static func reopenPipe(_ number: Int32) -> FileDescriptor? {
    #if canImport(Darwin)
    return nil
    #else
    guard FileStatus(descriptor: number)?.isPipe == true else { return nil }
    return try? FileDescriptor("/proc/self/fd/\(number)".utf8, O_WRONLY | O_NONBLOCK)
    #endif
  }

  /// Brings a file to the disk; gives 0 or -1.
  static func flush(_ number: Int32, contentOnly: Bool) -> Int32 {
    #if canImport(Darwin)
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
    #else
    contentOnly ? fdatasync(number) : fsync(number)
    #endif
  }

  /// Opens a folder to work in; one that may not be read too, whose names cannot be brought to the disk then.
  static func opening(folder path: some Collection<UInt8>) throws(SystemFailure) -> FileDescriptor {
    do throws(SystemFailure) { return try FileDescriptor(path, O_RDONLY | O_DIRECTORY) } catch {
      guard error.code == EACCES else { throw error }
    }
    #if canImport(Darwin)
    // O_EXEC, which is O_SEARCH for a folder.
    let searching: Int32 = 0x4000_0000
    #else
    // O_PATH, the same number on every processor that Swift runs on.
    let searching: Int32 = 0o10_000_000
    #endif
    return try FileDescriptor(path, searching | O_DIRECTORY)
  }

  /// Makes a file without a name; `nil` where the file system has none, where `/proc`, which names it later, is missing,
  /// and on Apple systems.
  ///
  /// Only for a file that is its owner's alone: older kernels leave the umask to the file system here, and some ignore it.
  static func withoutName(
    in folder: borrowing FileDescriptor, permissions: UInt16
  ) -> FileDescriptor? {
    #if canImport(Darwin)
    return nil
    #else
    // because the name is a literal
    guard permissions & 0o077 == 0, unsafe access("/proc/self/fd", X_OK) == 0 else { return nil }
    // __O_TMPFILE of the kernel, the same number on every processor that Swift runs on.
    let unnamed: Int32 = 0o20_000_000
    return try? FileDescriptor(
      ".".utf8, in: folder, unnamed | O_DIRECTORY | O_RDWR, permissions: permissions)
    #endif
  }

  /// Gives a file of this folder another name that nothing stands at, at whatever moment somebody took it.
  func moveNew(_ old: [UInt8], to new: [UInt8]) throws(SystemFailure) {
    #if canImport(Darwin)
    let (old, new) = (try Self.terminated(old), try Self.terminated(new))
    // because both names end with a zero
    guard unsafe renameatx_np(number, old, number, new, UInt32(RENAME_EXCL)) == 0 else { throw .latest }
    #else
    do throws(SystemFailure) {
      try link(old, as: new)
    } catch {
      // A file system without links, such as FAT.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      let (old, new) = (try Self.terminated(old), try Self.terminated(new))
      guard SystemCalls.renameNew(old, to: new, in: number) == 0 else { throw .latest }
      return
    }
    // because the file has its name; a second one that cannot be removed is no reason to say that it has not
    _ = try? remove(old)
    #endif
  }
}
