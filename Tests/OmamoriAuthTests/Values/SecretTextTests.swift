@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct SecretTextTests {
  @Test func nothingOfItIsPrinted() {
    let probe = LeakProbe()
    let secret = SecretText(copying: probe.marker)
    #expect(probe.leaks(in: secret) == [])
    #expect(secret.reveal() == probe.marker)
    #expect(secret == SecretText(copying: probe.marker))
    #expect(secret != SecretText(copying: probe.marker + "x"))
  }
}
