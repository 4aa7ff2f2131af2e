#if !canImport(Darwin)
import CTLS
import Foundation

/// A private key made for a test.
// because the pointer is freed once, and keys are not changed
@safe
final class TestKey: @unchecked Sendable {
  /// The kinds of key that servers of the matrix have.
  enum Kind: Hashable {
    case curve(String)
    case rsa(Int32)
    case named(String)
  }

  struct Failure: Error {
    let reason: String

    /// What OpenSSL says of its last error.
    init(_ what: String) {
      var text = [CChar](repeating: 0, count: 256)
      unsafe ERR_error_string_n(ERR_peek_last_error(), &text, text.count)
      ERR_clear_error()
      reason =
        "\(what): \(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))"
    }
  }

  let pointer: OpaquePointer

  init(_ kind: Kind) throws {
    let algorithm =
      switch kind {
      case .curve: "EC"
      case .rsa: "RSA"
      case .named(let name): name
      }
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else {
      throw Failure(algorithm)
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    guard unsafe EVP_PKEY_keygen_init(context) == 1 else { throw Failure(algorithm) }
    switch kind {
    case .curve(let name): unsafe EVP_PKEY_CTX_set_group_name(context, name)
    case .rsa(let bits): unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
    case .named: break
    }
    var key: OpaquePointer?
    unsafe key = nil
    guard unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key else { throw Failure(algorithm) }
    unsafe pointer = unsafe key
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// EdDSA has its digest built in.
  var isEdwards: Bool { unsafe EVP_PKEY_is_a(pointer, "ED25519") == 1 }
}
#endif
