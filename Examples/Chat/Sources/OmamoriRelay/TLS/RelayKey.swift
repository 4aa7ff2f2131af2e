import ChatSystem
import Glibc
import OmamoriCore
import OmamoriCrypto

/// The relay's key for TLS, made when the relay starts for the first time and kept from then on.
///
/// Its functions block.
struct RelayKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// A PEM document of a key on P-256 is about 240 bytes.
  private static let greatestSize = 4096
  /// The file holds something else.
  private static let noKey = SystemFailure(code: EBADMSG)

  /// Reads the key of a folder, or makes it when there is none.
  ///
  /// - Parameter path: The file, readable for its owner only.
  /// - Throws: ``RelayError``; a key that is there and cannot be read is not replaced, since clients pin it.
  init(at path: String) throws(RelayError) {
    do throws(SystemFailure) {
      if let bytes = try PrivateFile.read(path, limit: Self.greatestSize) {
        let document = String(decoding: bytes, as: UTF8.self)
        guard let read = try? P256.Signing.PrivateKey(pemRepresentation: document) else { throw Self.noKey }
        key = read
      } else {
        key = P256.Signing.PrivateKey()
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: path, replacing: false)
      }
    } catch {
      throw error == Self.noKey ? .certificate : .system(code: error.code)
    }
  }

  /// The public key as a SubjectPublicKeyInfo in DER.
  var publicKeyInfo: Data { key.publicKey.derRepresentation }

  /// The private key in PKCS #8.
  var document: Data { key.derRepresentation }

  /// SHA-256 of the SubjectPublicKeyInfo in Base64.
  var pinDigest: String { Data(SHA256.hash(data: publicKeyInfo)).base64EncodedString() }
}
