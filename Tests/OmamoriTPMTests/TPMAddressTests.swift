import OmamoriTPM
import Testing

@Suite struct TPMAddressTests {
  @Test(arguments: ["device", "device:/dev/tpm0", "swtpm:path=/run/s", "mssim:host=::1,port=2321", "tabrmd"])
  func accepted(text: String) throws { #expect(try TPMAddress(text).text == text) }

  @Test(arguments: [
    "", ":", "cmd:rm -r /", "/tmp/evil.so", "libtss2-tcti-device.so.0", "device /dev/tpm0", "pcap:device",
    "device:\u{0}", "device:\n", "device:é", "device:" + String(repeating: "a", count: 600),
  ])
  func refused(text: String) {
    #expect(throws: TPMError.invalidAddress) { try TPMAddress(text) }
  }

  @Test func fromTheEnvironment() throws {
    #expect(try TPMAddress.standard(in: [:]).text == "device:/dev/tpmrm0")
    #expect(try TPMAddress.standard(in: ["TPM2TOOLS_TCTI": ""]) == .kernel)
    #expect(try TPMAddress.standard(in: ["TPM2TOOLS_TCTI": "tabrmd:"]).text == "tabrmd:")
    #expect(throws: TPMError.invalidAddress) { try TPMAddress.standard(in: ["TPM2TOOLS_TCTI": "cmd:sh"]) }
  }
}
