#if !canImport(Darwin)
public import OmamoriCore

extension RSA.Signing {
  /// How a digest is padded before it is signed.
  ///
  /// A value; safe to share between threads.
  public struct Padding: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
      case pkcs1
      case pss(mask: RSA.Hash?, saltSize: Int?)
    }

    let scheme: Scheme

    /// RSASSA-PSS with the hash function of the digest for the mask and a salt as long as the digest.
    public static let PSS = Padding(scheme: .pss(mask: nil, saltSize: nil))

    /// RSASSA-PKCS1-v1_5: no known weakness, but no proof of security either; for protocols that ask for it.
    public static let insecurePKCS1v1_5 = Padding(scheme: .pkcs1)

    /// RSASSA-PSS with other parameters.
    ///
    /// - Parameters:
    ///   - mask: The hash function of the mask (MGF1), or `nil` for that of the digest.
    ///   - saltByteCount: The size of the salt in bytes, exactly, or `nil` for that of the digest.
    /// - Returns: The padding.
    public static func PSS(mask: RSA.Hash? = nil, saltByteCount: Int? = nil) -> Padding {
      Padding(scheme: .pss(mask: mask, saltSize: saltByteCount))
    }

    /// The parameters for a digest of this hash function, for a key with this many bytes.
    func resolved(_ hash: RSA.Hash, keySize: Int) throws(CryptoError) -> PublicKeyHandle.RSAPadding {
      switch scheme {
      case .pkcs1: return PublicKeyHandle.RSAPadding(hash: hash, pss: nil)
      case .pss(let mask, let saltSize):
        let saltSize = saltSize ?? hash.byteCount
        let limit = keySize - hash.byteCount - 2
        guard 0...max(limit, 0) ~= saltSize else { throw .outOfRange(lower: 0, upper: max(limit, 0)) }
        return PublicKeyHandle.RSAPadding(hash: hash, pss: .init(mask: mask ?? hash, saltSize: saltSize))
      }
    }
  }
}

extension RSA.Encryption {
  /// How a message is padded before it is encrypted: OAEP (RFC 8017, section 7.1).
  ///
  /// A value; safe to share between threads.
  public struct Padding: Sendable, Hashable {
    let hash: RSA.Hash
    let mask: RSA.Hash
    let label: [UInt8]

    /// OAEP.
    ///
    /// - Parameters:
    ///   - hash: The hash function.
    ///   - mask: The hash function of the mask (MGF1), or `nil` for the same.
    ///   - label: What the ciphertext belongs to; must be the same when decrypting.
    /// - Returns: The padding.
    public static func OAEP(
      _ hash: RSA.Hash = .sha256,
      mask: RSA.Hash? = nil,
      label: some DataProtocol = []
    ) -> Padding {
      Padding(hash: hash, mask: mask ?? hash, label: Array(label))
    }
  }
}
#endif
