import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DeviceFingerprintTests {
  @Test(arguments: [
    """
    let device = UIDevice.current
    let profile = ⟦[
      "vendor": device.identifierForVendor?.uuidString ?? "", "model": device.model,
      "system": device.systemVersion, "screen": "\\(UIScreen.main.nativeBounds.size)",
    ]⟧
    """,
    """
    let print = ⟦[UIDevice.current.identifierForVendor!.uuidString, UIDevice.current.model,
      Locale.current.identifier, TimeZone.current.identifier]⟧.joined()
    """,
    #"""
    let id = ⟦"\(ASIdentifierManager.shared().advertisingIdentifier)|\(UIDevice.current.systemVersion)|\(UIDevice.current.model)|\(Locale.current.identifier)"⟧
    """#,
    """
    report(
      id: ⟦Fingerprint(vendor: UIDevice.current.identifierForVendor, model: UIDevice.current.model,
        system: UIDevice.current.systemVersion, locale: Locale.current.identifier)⟧)
    """,
  ])
  func speaks(_ source: String) { expect(DeviceFingerprint.self, in: source, severity: .low) }

  @Test(arguments: [
    "let id = UIDevice.current.identifierForVendor?.uuidString",
    #"let mail = ["model": UIDevice.current.model]"#,
    #"let info = ["model": d.model, "system": d.systemVersion, "locale": Locale.current.identifier, "zone": TimeZone.current]"#,
    #"let body = ["id": UIDevice.current.identifierForVendor!.uuidString, "system": UIDevice.current.systemVersion]"#,
  ])
  func isSilent(_ source: String) { expect(DeviceFingerprint.self, in: source) }
}
