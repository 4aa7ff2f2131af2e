import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BLEUnprotectedCharacteristicTests {
  @Test(arguments: [
    """
    let wifiPassword = CBMutableCharacteristic(
      type: CBUUID(string: "2A"), properties: [.read], value: nil, permissions: ⟦.readable⟧)
    """,
    """
    let characteristic = CBMutableCharacteristic(
      type: pinUUID, properties: [.write], value: nil, permissions: ⟦[.readEncryptionRequired, .writeable]⟧)
    """,
    """
    self.tokenCharacteristic = CBMutableCharacteristic(
      type: uuid, properties: [.read, .write], value: nil, permissions: ⟦[.readable, .writeable]⟧)
    """,
  ])
  func speaks(_ source: String) { expect(BLEUnprotectedCharacteristic.self, in: source, severity: .low) }

  @Test(arguments: [
    """
    let wifiPassword = CBMutableCharacteristic(
      type: id, properties: [.read], value: nil, permissions: [.readEncryptionRequired, .writeEncryptionRequired])
    """,
    "let battery = CBMutableCharacteristic(type: batteryUUID, properties: [.read], value: nil, permissions: [.readable])",
    "let pin = CBMutableCharacteristic(type: pinUUID, properties: [.read], value: nil, permissions: permissions)",
  ])
  func isSilent(_ source: String) { expect(BLEUnprotectedCharacteristic.self, in: source) }
}
