import Foundation
import OmamoriCrypto
import Testing

@Suite struct HashTests {
  @Test func theFunctionsGiveThePublishedValuesOfABC() {
    let abc = Data("abc".utf8)
    #expect(
      Array(SHA256.hash(data: abc)) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    )
    #expect(
      Array(SHA384.hash(data: abc))
        == hex(
          """
          cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed
          8086072ba1e7cc2358baeca134c825a7
          """))
    #expect(
      Array(SHA512.hash(data: abc))
        == hex(
          """
          ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
          2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
          """))
    #expect(
      Array(SHA3_256.hash(data: abc))
        == hex("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"))
    #expect(Array(SHA3_384.hash(data: abc)).prefix(8) == hex("ec01498288516fc9")[...])
    #expect(Array(SHA3_512.hash(data: abc)).prefix(8) == hex("b751850b1a57168a")[...])
    #expect(Array(Insecure.MD5.hash(data: abc)) == hex("900150983cd24fb0d6963f7d28e17f72"))
    #expect(Array(Insecure.SHA1.hash(data: abc)) == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
  }

  static let functions: [any HashFunction.Type] = [
    SHA256.self, SHA384.self, SHA512.self, SHA3_256.self, SHA3_384.self, SHA3_512.self, Insecure.MD5.self,
    Insecure.SHA1.self,
  ]

  @Test(arguments: 0..<functions.count) func oddPiecesGiveTheSameValue(_ index: Int) {
    func check<H: HashFunction>(_ function: H.Type) {
      let data = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      for size in [1, 13, 63, 64, 65, 127, 129, 4999] {
        var streaming = H()
        for start in stride(from: 0, to: data.count, by: size) {
          streaming.update(data: data[start..<min(start + size, data.count)])
        }
        #expect(streaming.finalize() == H.hash(data: data))
      }
      var inRegions = H()
      inRegions.update(data: data.chunked(by: 100))
      #expect(inRegions.finalize() == H.hash(data: data))
      #expect(H.hash(data: data.chunked(by: 100)) == H.hash(data: data))
      #expect(Array(H.hash(data: Data())).count == H.Digest.byteCount)
    }
    check(Self.functions[index])
  }

  @Test(arguments: 0..<functions.count) func aFunctionIsAValue(_ index: Int) {
    func check<H: HashFunction>(_ function: H.Type) {
      var first = H()
      first.update(data: Data("ab".utf8))
      let early = first.finalize()
      #expect(first.finalize() == early)
      var second = first
      second.update(data: Data("c".utf8))
      first.update(data: Data("d".utf8))
      #expect(second.finalize() == H.hash(data: Data("abc".utf8)))
      #expect(first.finalize() == H.hash(data: Data("abd".utf8)))
      #expect(early == H.hash(data: Data("ab".utf8)))
    }
    check(Self.functions[index])
  }

  @Test func digestsAreComparedAndShown() {
    let digest = SHA256.hash(data: Data())
    let other = SHA256.hash(data: Data([0]))
    #expect(digest != other)
    #expect(Set([digest, other, digest]).count == 2)
    #expect(digest == Data(digest))
    #expect(digest != Data(digest.dropLast()))
    #expect(
      digest.description
        == "SHA256 digest: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Insecure.MD5.hash(data: Data()).description == "MD5 digest: d41d8cd98f00b204e9800998ecf8427e")
    #expect(SHA256Digest.byteCount == 32)
    #expect(SHA512.blockByteCount == 128)
  }
}
