/// A file that a process has mapped, to be read at any place.
///
/// Safe to use from any thread.
package protocol ModuleFile: Sendable {
  /// Reads at most `count` bytes from `offset`; fewer at the end of the file.
  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8]
}
