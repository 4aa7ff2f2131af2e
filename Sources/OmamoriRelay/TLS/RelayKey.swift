#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// The relay's key for TLS, made when the relay starts for the first time and kept from then on.
///
/// Its functions block.
struct RelayKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// A PEM document of a key on P-256 is about 240 bytes.
  private static let greatestSize = 4096

  /// Reads the key of a folder, or makes it when there is none.
  ///
  /// - Parameter path: The file, readable for its owner only.
  /// - Throws: ``RelayError``; a key that is there and cannot be read is not replaced, since clients pin it.
  init(at path: String) throws(RelayError) {
    do throws(CryptoError) {
      if let bytes = try WholeFile.read(path, limit: Self.greatestSize) {
        let document = String(decoding: bytes, as: UTF8.self)
        guard let read = try? P256.Signing.PrivateKey(pemRepresentation: document) else {
          throw .malformed(.pem, offset: nil)
        }
        key = read
      } else {
        key = P256.Signing.PrivateKey()
        let document = Array(key.pemRepresentation.utf8)
        // because UInt8 has no padding
        try unsafe WholeFile.write(path, document.byteSpan.bytes, replacing: false)
      }
    } catch .malformed {
      throw .certificate
    } catch {
      throw .cryptography(error)
    }
  }

  /// The public key as a SubjectPublicKeyInfo in DER.
  var publicKeyInfo: Data { key.publicKey.derRepresentation }

  /// The private key in PKCS #8.
  var document: Data { key.derRepresentation }

  /// SHA-256 of the SubjectPublicKeyInfo in Base64.
  var pinDigest: String { Data(SHA256.hash(data: publicKeyInfo)).base64EncodedString() }
}
#endif
