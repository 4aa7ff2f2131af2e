#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

extension PublicKeyHandle {
  /// The result of a key agreement, exactly `byteCount` bytes.
  ///
  /// The public key of the peer is not validated again: an imported point has been found on its curve, all
  /// of which have cofactor 1. OpenSSL refuses an all-zero result of X25519.
  func sharedSecret(with peer: PublicKeyHandle, byteCount: Int) throws(CryptoError) -> SecretBytes {
    // because each pointer is used inside of the call that gets it only
    unsafe try withContext(for: .agree, prepare: { unsafe EVP_PKEY_derive_init($0) }) {
      context throws(CryptoError) in
      try OpenSSLError.check(unsafe EVP_PKEY_derive_set_peer_ex(context, peer.key, 0))
      return try SecretBytes(count: byteCount) { destination throws(CryptoError) in
        var count = byteCount
        // because the call writes at most `count` bytes and says how many
        let result = unsafe destination.withUnsafeMutableBytes { bytes in
          unsafe EVP_PKEY_derive(context, bytes.bindMemory(to: UInt8.self).baseAddress, &count)
        }
        try OpenSSLError.check(result)
        guard count == byteCount else { throw .backend(code: 0) }
      }
    }
  }
}
#endif
