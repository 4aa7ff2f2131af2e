@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct PasswordTests {
  @Test func keepsTheBytesOfTheText() {
    #expect(Password("parole é").byteCount == 9)
    #expect(Password("").isEmpty)
    let bytes = Password(SecretBytes(copying: [1, 2, 3])).withBytes { $0.byteCount }
    #expect(bytes == 3)
    #expect(Password(bytes: [0, 0]).byteCount == 2)
  }

  @Test func showsNothingOfThePassword() {
    let probe = LeakProbe()
    #expect(probe.leaks(in: Password(probe.marker)).isEmpty)
    #expect("\(Password(probe.marker))" == "<redacted>")
  }
}
