import OmamoriCrypto

extension KeyManagementAlgorithm {
  /// The families of algorithms, with what distinguishes their members.
  enum Mechanism: Equatable {
    case direct
    /// With the size in bytes of the key that wraps, or `nil` when the agreed key encrypts the token.
    case agreement(wrapping: Int?)
    /// With the size of the key in bytes.
    case wrap(Int)
    /// With the size of the key in bytes.
    case gcm(Int)
    case rsa(RSAKeyTransport.Hash)
    /// With the size in bytes of the key that wraps.
    case password(KDF.PBKDF2.Function, wrapping: Int)
  }

  var mechanism: Mechanism {
    switch self {
    case .direct: .direct
    case .ecdhES: .agreement(wrapping: nil)
    case .ecdhESA128KW: .agreement(wrapping: 16)
    case .ecdhESA192KW: .agreement(wrapping: 24)
    case .ecdhESA256KW: .agreement(wrapping: 32)
    case .a128KW: .wrap(16)
    case .a192KW: .wrap(24)
    case .a256KW: .wrap(32)
    case .a128GCMKW: .gcm(16)
    case .a192GCMKW: .gcm(24)
    case .a256GCMKW: .gcm(32)
    case .rsaOAEP: .rsa(.sha1)
    case .rsaOAEP256: .rsa(.sha256)
    case .rsaOAEP384: .rsa(.sha384)
    case .rsaOAEP512: .rsa(.sha512)
    case .pbes2HS256A128KW: .password(.sha256, wrapping: 16)
    case .pbes2HS384A192KW: .password(.sha384, wrapping: 24)
    case .pbes2HS512A256KW: .password(.sha512, wrapping: 32)
    }
  }

  /// Whether the recipient's key encrypts the token itself, so that the token carries none.
  var carriesNoKey: Bool { mechanism == .direct || mechanism == .agreement(wrapping: nil) }
}
