import CommandLineKit
import OmamoriCore
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The hash value of a file of any size, calculated in constant memory.
enum FileHash {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - algorithm: The hash function.
  ///   - didRead: Is told of every piece that was read; throws to stop.
  /// - Returns: The hash value.
  /// - Throws: ``CryptoFault``, or what `didRead` throws.
  static func of(_ path: String, _ algorithm: HashAlgorithm, didRead: (Int) throws -> Void) throws -> [UInt8]
  {
    let isInput = path == "-"
    // because the name is a string that outlives the call
    let file = isInput ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw CryptoFault.unreadable(path, errno) }
    defer { if !isInput { close(file) } }
    var function = algorithm.begin()
    // because the buffer is only used inside the closure
    unsafe try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 64) { buffer in
      while true {
        // because it fills the buffer at most
        let count = unsafe read(file, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw CryptoFault.unreadable(path, errno) }
        guard count > 0 else { break }
        // because the rebased slice is the part that was filled
        unsafe function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        try didRead(count)
      }
    }
    return Array(function.finalize())
  }
}
