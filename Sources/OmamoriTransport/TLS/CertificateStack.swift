#if !canImport(Darwin)
import CTLS
import OmamoriCore

/// A list of certificates of OpenSSL's.
// because the stack is freed with this value and belongs to it alone
@safe
struct CertificateStack: ~Copyable {
  private let pointer: OpaquePointer

  /// A list of none.
  init?() {
    guard let pointer = unsafe omamori_chain_new() else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  /// The certificates of a list of OpenSSL's but for one.
  static func copy(of all: OpaquePointer?, without removed: Int32) -> CertificateStack? {
    guard let stack = CertificateStack() else { return nil }
    let count = unsafe omamori_chain_count(all)
    for index in 0..<count where index != removed {
      guard let item = unsafe omamori_chain_get(all, index), unsafe stack.appendPointer(item) else {
        return nil
      }
    }
    return stack
  }

  deinit { unsafe omamori_chain_free(pointer) }

  /// Adds a certificate; says whether that went well.
  func append(_ certificate: borrowing X509Handle) -> Bool {
    unsafe certificate.withPointer { unsafe appendPointer($0) }
  }

  /// Adds a certificate of OpenSSL's; says whether that went well.
  func appendPointer(_ item: OpaquePointer) -> Bool {
    guard unsafe X509_up_ref(item) == 1 else { return false }
    guard unsafe omamori_chain_append(pointer, item) == 1 else {
      unsafe X509_free(item)
      return false
    }
    return true
  }

  /// Calls `body` with the list.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(pointer) }

  /// The certificates of a list of OpenSSL's in DER, in their order; `nil` when one cannot be had.
  static func encodings(of pointer: OpaquePointer?, atMost limit: Int) -> [Data]? {
    let count = unsafe omamori_chain_count(pointer)
    guard (0...Int32(limit)).contains(count) else { return nil }
    var certificates: [Data] = []
    for index in 0..<count {
      guard let der = unsafe X509Handle.encoding(of: omamori_chain_get(pointer, index)) else { return nil }
      certificates.append(der)
    }
    return certificates
  }
}
#endif
