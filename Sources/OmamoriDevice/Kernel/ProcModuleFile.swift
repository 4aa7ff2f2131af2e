#if !canImport(Darwin)
import CDevice

/// A mapped file, opened by its name.
final class ProcModuleFile: ModuleFile {
  private let file: SystemFile
  /// The number of the file.
  let inode: UInt64

  /// Opens the file; throws for what is no regular file.
  init(_ path: String) throws(DeviceError) {
    let file = try SystemFile(path, .kernel)
    inode = try file.identity().inode
    self.file = file
  }

  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }
}
#endif
