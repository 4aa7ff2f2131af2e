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
}
