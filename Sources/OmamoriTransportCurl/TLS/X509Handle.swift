import CTLS
import OmamoriCore
import OmamoriTransport

/// A certificate that OpenSSL has read.
// because the pointer is freed with this value, and certificates are counted by reference and not changed
@safe
struct X509Handle: ~Copyable {
  private let pointer: OpaquePointer

  /// Reads a certificate in DER; `nil` unless all of it is one.
  init?(_ der: Data) {
    let pointer = unsafe der.withUnsafeBytes { bytes -> OpaquePointer? in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      guard let read = unsafe d2i_X509(nil, &position, bytes.count) else { return nil }
      guard unsafe position == bytes.bindMemory(to: UInt8.self).baseAddress?.advanced(by: bytes.count) else {
        unsafe X509_free(read)
        return nil
      }
      return unsafe read
    }
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe X509_free(pointer) }

  /// Calls `body` with the certificate.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(pointer) }

  /// The certificate that OpenSSL keeps at `pointer`, in DER; `nil` for one that is too large or cannot be written.
  static func encoding(of pointer: OpaquePointer?) -> Data? {
    guard let pointer = unsafe pointer else { return nil }
    let size = Int(unsafe i2d_X509(pointer, nil))
    guard (1...greatestSize).contains(size) else { return nil }
    var der = Data(count: size)
    let written = unsafe der.withUnsafeMutableBytes { bytes -> Int32 in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      return unsafe i2d_X509(pointer, &position)
    }
    return Int(written) == size ? der : nil
  }

  private static let greatestSize = 256 * 1024
}
