import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Wycheproof: encryption", .encryptionVectors)
struct EncryptionWycheproofTests {
  /// Valid tokens that are refused on purpose: RSAES-PKCS1-v1_5, which they ask for, is not offered, since its padding
  /// lets attackers read messages by trying.
  static let notOffered: Set<Int> = [100, 101, 102, 103, 104, 105, 112, 128]

  @Test("json_web_encryption: all 139, but for RSAES-PKCS1-v1_5")
  func tokens() throws {
    let vectors = try EncryptionVectors.read("json_web_encryption")
    #expect(vectors.count == 139)
    var (accepted, refused, withOldPadding, disagreeing) = (0, 0, 0, Set<Int>())
    for vector in vectors {
      let isTaken = try content(of: vector) != nil
      if isTaken { accepted += 1 } else { refused += 1 }
      if isTaken != vector.isValid { disagreeing.insert(vector.number) }
      if vector.group["private"]?["alg"] == .string("RSA1_5") {
        withOldPadding += 1
        #expect(!isTaken)
      }
    }
    // Neither more nor fewer: a waiver that is not needed any more is an error too.
    #expect(disagreeing == Self.notOffered)
    #expect(withOldPadding == 16)
    #expect(accepted == 65 - Self.notOffered.count)
    #expect(refused == 74 + Self.notOffered.count)
  }

  /// What a token holds, or `nil` when the key, the token or what it holds is refused.
  private func content(of vector: EncryptionVectors.Vector) throws -> Data? {
    let members = try #require(vector.group["private"]?.objectValue)
    let name = try #require(members["alg"]?.stringValue)
    do throws(AuthError) {
      let key = try DecryptionKey(JSONWebKey(members))
      // A key for a content algorithm encrypts contents itself.
      let isOfContent = ContentEncryptionAlgorithm(rawValue: name) != nil
      guard let algorithm = isOfContent ? .direct : KeyManagementAlgorithm(rawValue: name) else { return nil }
      let decrypter = try TokenDecrypter(
        keys: [key], keyManagement: [algorithm], contentEncryption: Set(ContentEncryptionAlgorithm.allCases),
        inflationLimit: 4096)
      let content = try decrypter.decrypt(vector.test["jwe"]?.stringValue ?? "").content
      if let expected = vector.test["pt"]?.stringValue, vector.isValid {
        #expect((try? hexadecimal(expected)) == Array(content), "\(vector.number)")
      }
      return content
    } catch {
      return nil
    }
  }

  @Test(
    "AES-CBC with HMAC: 94 each",
    arguments: [
      ("a128cbc_hs256", ContentEncryptionAlgorithm.a128CBCHS256), ("a192cbc_hs384", .a192CBCHS384),
      ("a256cbc_hs512", .a256CBCHS512),
    ])
  func contents(_ name: String, _ algorithm: ContentEncryptionAlgorithm) throws {
    let vectors = try EncryptionVectors.read(name)
    #expect(vectors.count == 94)
    for vector in vectors {
      let key = SymmetricKey(data: try vector.bytes("key"))
      let (data, plaintext) = (try vector.bytes("aad"), try vector.bytes("msg"))
      let sealed = ContentEncryptionAlgorithm.Sealed(
        vector: try vector.bytes("iv"), ciphertext: try vector.bytes("ct"), tag: try vector.bytes("tag"))
      if vector.isValid {
        #expect(
          try algorithm.seal(plaintext, using: key, vector: sealed.vector, authenticating: data) == sealed,
          "\(vector.number)")
        #expect(
          Array(try algorithm.open(sealed, using: key, authenticating: data)) == plaintext, "\(vector.number)"
        )
      } else {
        #expect(throws: AuthError.token(.decryptionFailed), "\(vector.number)") {
          _ = try algorithm.open(sealed, using: key, authenticating: data)
        }
      }
    }
  }
}
