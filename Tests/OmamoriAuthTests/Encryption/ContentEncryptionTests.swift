import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Content encryption")
struct ContentEncryptionTests {
  /// An example of RFC 7518, appendix B.
  struct Example: CustomTestStringConvertible {
    let algorithm: ContentEncryptionAlgorithm
    let key: String
    let ciphertext: String
    let tag: String

    var testDescription: String { algorithm.rawValue }
  }

  static let vector = "1af38c2dc2b96ffdd86694092341bc04"
  static let data = "546865207365636f6e64207072696e6369706c65206f662041756775737465204b6572636b686f666673"
  static let content = """
    41206369706865722073797374656d206d757374206e6f7420626520726571756972656420746f206265207365637265742c\
    20616e64206974206d7573742062652061626c6520746f2066616c6c20696e746f207468652068616e6473206f6620746865\
    20656e656d7920776974686f757420696e636f6e76656e69656e6365
    """

  static let examples = [
    Example(
      algorithm: .a128CBCHS256,
      key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      ciphertext: """
        c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9a94ac9b47ad2655c5f10f9aef71427e2\
        fc6f9b3f399a221489f16362c703233609d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b\
        384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade54b8851ffb598f7f80074b9473c82e2db
        """,
      tag: "652c3fa36b0a7c5b3219fab3a30bc1c4"),
    Example(
      algorithm: .a192CBCHS384,
      key: """
        000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f
        """,
      ciphertext: """
        ea65da6b59e61edb419be62d19712ae5d303eeb50052d0dfd6697f77224c8edb000d279bdc14c1072654bd30944230c6\
        57bed4ca0c9f4a8466f22b226d1746214bf8cfc2400add9f5126e479663fc90b3bed787a2f0ffcbf3904be2a641d5c21\
        05bfe591bae23b1d7449e532eef60a9ac8bb6c6b01d35d49787bcd57ef484927f280adc91ac0c4e79c7b11efc60054e3
        """,
      tag: "8490ac0e58949bfe51875d733f93ac2075168039ccc733d7"),
    Example(
      algorithm: .a256CBCHS512,
      key: """
        000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f\
        303132333435363738393a3b3c3d3e3f
        """,
      ciphertext: """
        4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2\
        e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3\
        a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6
        """,
      tag: "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5"),
  ]

  @Test("the examples of RFC 7518", arguments: examples)
  func example(_ example: Example) throws {
    let key = SymmetricKey(data: try hexadecimal(example.key))
    let data = try hexadecimal(Self.data)
    let sealed = try example.algorithm.seal(
      hexadecimal(Self.content), using: key, vector: hexadecimal(Self.vector), authenticating: data)
    #expect(sealed.ciphertext == (try hexadecimal(example.ciphertext)))
    #expect(sealed.tag == (try hexadecimal(example.tag)))
    let opened = try example.algorithm.open(sealed, using: key, authenticating: data)
    #expect(Array(opened) == (try hexadecimal(Self.content)))
  }

  @Test("whatever is changed, the answer is the same", arguments: ContentEncryptionAlgorithm.allCases)
  func changes(_ algorithm: ContentEncryptionAlgorithm) throws {
    let key = try SymmetricKey.random(byteCount: algorithm.keyByteCount, from: SystemRandomness())
    let vector = try SystemRandomness().bytes(count: algorithm.vectorByteCount)
    let sealed = try algorithm.seal([1, 2, 3], using: key, vector: vector, authenticating: [4])
    var changed = [sealed, sealed, sealed, sealed, sealed, sealed, sealed]
    changed[0].vector[0] ^= 1
    changed[1].ciphertext[0] ^= 1
    changed[2].tag[0] ^= 1
    changed[3].tag.removeLast()
    changed[4].tag = []
    changed[5].vector.removeLast()
    changed[6].ciphertext += [0]
    for changed in changed {
      #expect(throws: AuthError.token(.decryptionFailed)) {
        _ = try algorithm.open(changed, using: key, authenticating: [4])
      }
    }
    #expect(throws: AuthError.token(.decryptionFailed)) {
      _ = try algorithm.open(sealed, using: key, authenticating: [5])
    }
    let other = try SymmetricKey.random(byteCount: algorithm.keyByteCount - 8, from: SystemRandomness())
    #expect(throws: AuthError.token(.decryptionFailed)) {
      _ = try algorithm.open(sealed, using: other, authenticating: [4])
    }
  }

  @Test("nothing is decrypted before the tag was compared")
  func authenticatesFirst() throws {
    let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
    let vector = [UInt8](repeating: 0, count: 16)
    let sealed = try ContentEncryptionAlgorithm.a128CBCHS256.seal(
      Array("sixteen bytes ok".utf8), using: key, vector: vector, authenticating: [])
    // With the right tag a wrong padding would show; with the wrong one every ciphertext gives the same answer.
    for byte in UInt8.min...UInt8.max {
      var changed = sealed
      changed.ciphertext[changed.ciphertext.count - 17] = byte
      guard changed != sealed else { continue }
      #expect(throws: AuthError.token(.decryptionFailed)) {
        _ = try ContentEncryptionAlgorithm.a128CBCHS256.open(changed, using: key, authenticating: [])
      }
    }
  }
}
