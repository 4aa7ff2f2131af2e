import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SiriIntentUnrestrictedTests {
  /// An extension that supports the first intents and restricts the others.
  private static func list(_ supported: String, restricted: String = "<array/>") -> String {
    """
    <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
    <key>IntentsRestrictedWhileLocked</key>\(restricted)
    <key>IntentsSupported</key><array>\(supported)</array>
    </dict></dict>
    """
  }

  @Test(arguments: [
    list("⟦<string>PayInvoiceIntent</string>⟧"),
    list("<string>CoinPriceIntent</string>⟦<string>SendCryptoIntent</string>⟧"),
    list("⟦<string>UnlockDoorIntent</string>⟧", restricted: "<array><string>LockDoorIntent</string></array>"),
    list("⟦<string>CopyPasswordIntent</string>⟧"),
    list("⟦<string>DeleteAllIntent</string>⟧⟦<string>ApproveTransferIntent</string>⟧"),
    "<key>INIntentsSupported</key><array>⟦<string>TransferFundsIntent</string>⟧</array>",
  ])
  func speaks(_ body: String) throws {
    try expectInPlist(SiriIntentUnrestricted.self, in: body, severity: .medium)
  }

  @Test func ratesMessagesLower() throws {
    try expectInPlist(
      SiriIntentUnrestricted.self, in: Self.list("⟦<string>SendPostIntent</string>⟧"), severity: .low)
  }

  @Test(arguments: [
    list("<string>PayInvoiceIntent</string>", restricted: "<array><string>PayInvoiceIntent</string></array>"),
    """
    <key>INIntentsSupported</key><array><string>TransferFundsIntent</string></array>
    <key>INIntentsRestrictedWhileProtectedDataUnavailable</key><array><string>TransferFundsIntent</string></array>
    """,
    list(
      "<string>CreateNewNoteIntent</string><string>FindNoteIntent</string><string>ListWidgetIntent</string>"),
    list("<string>LockVaultIntent</string><string>SaveFileIntent</string>"),
    // The system asks for the passcode where its own intents need it.
    list("<string>INSendPaymentIntent</string>"),
    list("<string>ShowPaymentHistoryIntent</string>"),
    "<key>IntentsSupported</key><array><string>PayInvoiceIntent</string></array>",
  ])
  func isSilent(_ body: String) throws { try expectInPlist(SiriIntentUnrestricted.self, in: body) }
}
