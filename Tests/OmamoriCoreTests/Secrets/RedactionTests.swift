import OmamoriCore
import Testing

@Suite struct RedactionTests {
  private func everyPrintOf(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let mirrored = Mirror(reflecting: value).children.map { "\($0)" }.joined()
    return [
      "\(value)", String(reflecting: value), "\([value])", "\(Optional.some(value) as Any)", dumped, mirrored,
    ]
  }

  @Test func sharedSecretsNeverShow() {
    let secret = SharedSecretBytes(SecretBytes(copying: Array("marker".utf8)))
    for print in everyPrintOf(secret) {
      #expect(!print.contains("marker") && !print.contains("109"), "\(print)")
    }
    #expect("\(secret)" == "<redacted>")
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test func redactedValuesNeverShow() {
    struct Holder { let token = Redacted("marker") }
    for print in everyPrintOf(Redacted("marker")) + everyPrintOf(Holder()) {
      #expect(!print.contains("marker"), "\(print)")
    }
    #expect("\(Redacted(12))" == "<redacted>")
    #expect(Redacted("marker").reveal() == "marker")
    #expect(!(Redacted("marker") as Any is any Encodable))
  }

  @Test func sharedSecretsCompareAndCopy() {
    let first = SharedSecretBytes(SecretBytes(copying: [1, 2, 3]))
    let second = SharedSecretBytes(first.copy())
    #expect(first == second)
    #expect(first != SharedSecretBytes(SecretBytes(copying: [1, 2, 4])))
    #expect(first.count == 3)
    #expect(first.withBytes { $0.byteCount } == 3)
  }
}
