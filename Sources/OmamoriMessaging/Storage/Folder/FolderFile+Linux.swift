#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FolderFile {
  /// Brings a file or folder to the disk; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

  /// Does nothing: the permissions of the file are its protection here.
  func protect() {}
}
#endif
