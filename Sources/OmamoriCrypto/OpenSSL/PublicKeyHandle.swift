#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

/// An `EVP_PKEY`: a public key, or a private key with its public one.
///
/// It is parsed once and lives as long as somebody refers to it; the private part is wiped when it is freed.
@safe
// because the key never changes and OpenSSL locks what it caches in it
final class PublicKeyHandle: @unchecked Sendable {
  let key: OpaquePointer
  private let contexts = PublicKeyContexts()

  /// Takes over a key that OpenSSL made, or says why there is none.
  init(owning key: OpaquePointer?) throws(CryptoError) {
    guard let key = unsafe key else { throw .backend(code: OpenSSLError.take()) }
    unsafe self.key = key  // because the caller hands the only reference over
  }

  deinit {
    unsafe EVP_PKEY_free(key)  // because this is the only owner
  }

  /// Runs `body` with a new context for one operation with the key.
  func withContext<Result: ~Copyable>(
    _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    ERR_clear_error()
    // because the key lives as long as this object
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      throw .backend(code: OpenSSLError.take())
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }  // because body cannot keep it
    return unsafe try body(context)  // because the context is this call's alone
  }

  /// Runs `body` with a context that is prepared for an operation, a new one or one that served it before.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - prepare: Prepares a new context; returns 1 on success.
  ///   - body: Uses the context. If it throws, the context is not used again.
  /// - Returns: What `body` returns.
  /// - Throws: ``CryptoError/backend(code:)`` when there is no context, and what `body` throws.
  func withContext<Result: ~Copyable>(
    for operation: PublicKeyOperation,
    prepare: (OpaquePointer) -> Int32,
    _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    ERR_clear_error()
    let context: OpaquePointer
    if let idle = unsafe contexts.take(operation) {
      unsafe context = idle
    } else {
      unsafe context = try newContext(for: operation, prepare)
    }
    do throws(CryptoError) {
      let result = unsafe try body(context)  // because the context is this call's alone
      unsafe contexts.put(context, operation)
      return result
    } catch {
      unsafe PublicKeyContexts.free(context, operation)  // because nobody else has it
      throw error
    }
  }

  private func newContext(
    for operation: PublicKeyOperation,
    _ prepare: (OpaquePointer) -> Int32
  ) throws(CryptoError) -> OpaquePointer {
    // Threads that verify with one RSA key wait for its lock, so that two are hardly faster than one: each context gets
    // a key of its own. A context holds a reference to its key.
    let own = unsafe operation.needsOwnKey ? EVP_PKEY_dup(key) : nil
    defer { unsafe EVP_PKEY_free(own) }  // because nobody else has it, and nil is nothing to free
    // because the keys live as long as they are used here
    let new =
      unsafe operation.hashesMessage ? EVP_MD_CTX_new() : EVP_PKEY_CTX_new_from_pkey(nil, own ?? key, nil)
    guard let new = unsafe new else { throw .backend(code: OpenSSLError.take()) }
    guard unsafe prepare(new) == 1 else {
      unsafe PublicKeyContexts.free(new, operation)  // because nobody else has it
      throw .backend(code: OpenSSLError.take())
    }
    return unsafe new
  }
}
#endif
