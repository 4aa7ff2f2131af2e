import OmamoriCrypto

/// How the key that encrypts a token reaches its recipient (RFC 7518 §4, RFC 8037 §3.2).
///
/// `RSA1_5` is not among them: its padding has let attackers read messages again and again.
@nonexhaustive
public enum KeyManagementAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// A shared key encrypts the token itself.
  case direct = "dir"
  /// The agreed key encrypts the token itself; on P-256, P-384, P-521 or X25519.
  case ecdhES = "ECDH-ES"
  /// The agreed key wraps a key with AES-128.
  case ecdhESA128KW = "ECDH-ES+A128KW"
  /// The agreed key wraps a key with AES-192.
  case ecdhESA192KW = "ECDH-ES+A192KW"
  /// The agreed key wraps a key with AES-256.
  case ecdhESA256KW = "ECDH-ES+A256KW"
  /// AES key wrap with 128 bits.
  case a128KW = "A128KW"
  /// AES key wrap with 192 bits.
  case a192KW = "A192KW"
  /// AES key wrap with 256 bits.
  case a256KW = "A256KW"
  /// AES-GCM with 128 bits.
  case a128GCMKW = "A128GCMKW"
  /// AES-GCM with 192 bits.
  case a192GCMKW = "A192GCMKW"
  /// AES-GCM with 256 bits.
  case a256GCMKW = "A256GCMKW"
  /// RSAES-OAEP with SHA-1, for peers that know no other.
  case rsaOAEP = "RSA-OAEP"
  /// RSAES-OAEP with SHA-256.
  case rsaOAEP256 = "RSA-OAEP-256"
  /// RSAES-OAEP with SHA-384.
  case rsaOAEP384 = "RSA-OAEP-384"
  /// RSAES-OAEP with SHA-512.
  case rsaOAEP512 = "RSA-OAEP-512"
  /// A password, PBKDF2 with SHA-256 and AES key wrap with 128 bits.
  case pbes2HS256A128KW = "PBES2-HS256+A128KW"
  /// A password, PBKDF2 with SHA-384 and AES key wrap with 192 bits.
  case pbes2HS384A192KW = "PBES2-HS384+A192KW"
  /// A password, PBKDF2 with SHA-512 and AES key wrap with 256 bits.
  case pbes2HS512A256KW = "PBES2-HS512+A256KW"

  /// Whether whoever can decrypt can also encrypt, so that a token says something about its sender.
  public var isSymmetric: Bool {
    switch mechanism {
    case .direct, .wrap, .gcm, .password: true
    case .agreement, .rsa: false
    }
  }
}

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
