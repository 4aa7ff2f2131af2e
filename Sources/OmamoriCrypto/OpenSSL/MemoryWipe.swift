#if !canImport(Darwin)
import COpenSSL

/// Overwrites memory in a way that the optimiser cannot leave out.
enum MemoryWipe {
  /// Writes zeros over a buffer.
  static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)  // because the buffer says how long it is
  }

  /// Writes zeros over the 64 KiB of this thread's stack below the caller, where the functions that it called kept copies.
  ///
  /// A C library keeps the stacks of threads that have ended for those to come, and does not clear their upper part.
  static func wipeStack() { omamori_wipe_stack() }
}
#endif
