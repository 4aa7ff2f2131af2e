import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UICopyableSecretTests {
  @Test(arguments: [
    "⟦Text(account.recoveryCode).textSelection(.enabled)⟧",
    "⟦Text(recoveryCode).font(.body).padding().textSelection(.enabled)⟧",
  ])
  func speaks(_ source: String) { expect(UICopyableSecret.self, in: source, confidence: .low) }

  @Test(arguments: [
    "Text(account.name).textSelection(.enabled)",
    "Text(account.recoveryCode).textSelection(.disabled)",
    "Text(recoveryCode)",
    #"Text("recoveryCode").textSelection(.enabled)"#,
  ])
  func isSilent(_ source: String) { expect(UICopyableSecret.self, in: source) }

  @Test func readsInterfaceFiles() {
    expect(
      UICopyableSecret.self,
      inInterface: """
        <document><view><subviews>
        ⟦<textView editable="NO" id="a">⟧</textView>
        <textView editable="NO" selectable="NO" id="b"></textView>
        <textView id="c"></textView>
        </subviews><connections><outlet property="recoveryCodeTextView" destination="a" id="o"/>
        <outlet property="privateKeyTextView" destination="b" id="p"/></connections></view></document>
        """)
  }
}
