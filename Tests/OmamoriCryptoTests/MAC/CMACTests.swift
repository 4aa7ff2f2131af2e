import Foundation
import OmamoriCrypto
import Testing

@Suite struct CMACTests {
  // RFC 4493 §4.
  let key = SymmetricKey(data: hex("2b7e151628aed2a6abf7158809cf4f3c"))

  @Test(
    arguments: [
      ("", "bb1d6929e95937287fa37d129b756746"),
      ("6bc1bee22e409f96e93d7e117393172a", "070a16b46b4d4144f79bdd9dd04a287c"),
      (
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411",
        "dfa66747de9ae63030ca32611497c827"
      ),
    ])
  func theTestVectorsOfTheSpecificationHold(_ message: String, _ code: String) throws {
    #expect(try Array(AES.CMAC.authenticationCode(for: hex(message), using: key)) == hex(code))
    #expect(try AES.CMAC.isValidAuthenticationCode(hex(code), authenticating: hex(message), using: key))
    #expect(
      try !AES.CMAC.isValidAuthenticationCode(hex(code).dropLast(), authenticating: hex(message), using: key))
  }

  @Test func codesAreShownAndKeysChecked() throws {
    let code = try AES.CMAC.authenticationCode(for: Data(), using: key)
    #expect(code.description == "AES-CMAC: bb1d6929e95937287fa37d129b756746")
    #expect(code.byteCount == AES.CMAC.byteCount)
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try AES.CMAC.authenticationCode(for: Data(), using: SymmetricKey(data: Data(count: 20)))
    }
  }
}
