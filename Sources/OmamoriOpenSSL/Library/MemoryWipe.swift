import COpenSSL
import OmamoriCore

/// Overwrites memory in a way that the optimiser cannot leave out.
enum MemoryWipe {
  /// Writes zeros over a buffer.
  static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)  // because the buffer says how long it is
  }
}
