#if canImport(Darwin)
import Darwin

extension OpenFile {
  /// Brings the bytes of a file to the disk and not only to its cache, where the file system can; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// Always `nil`: a pipe cannot be opened once more here.
  static func reopenPipe(_ descriptor: Int32) -> Int32? { nil }

  /// Does nothing: Apple systems begin to write by themselves.
  func startSynchronizing(at offset: UInt64, count: Int) {}
}
#endif
