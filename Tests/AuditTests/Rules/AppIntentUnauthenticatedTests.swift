import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AppIntentUnauthenticatedTests {
  /// An intent of this name with these members; `perform` runs `body`.
  static func intent(
    _ name: String, _ members: String = "", body: String = "await model.run()",
    protocols: String = "AppIntent"
  ) -> String {
    """
    import AppIntents
    struct \(name): \(protocols) {
      static let title: LocalizedStringResource = "Run"
      \(members)
      @Parameter(title: "Target") var target: String
      func perform() async throws -> some IntentResult {
        \(body)
        return .result()
      }
    }
    """
  }

  @Test(arguments: [
    intent("⟦SendMoneyIntent⟧"),
    intent("⟦PayInvoice⟧", protocols: "AppIntent, Sendable"),
    intent("⟦UnlockCarIntent⟧", "static let openAppWhenRun = false"),
    intent("⟦CopyPasswordIntent⟧"),
    intent("⟦DeleteAccountIntent⟧", body: "try await requestConfirmation()"),
    intent("⟦ApproveLoginIntent⟧", protocols: "LiveActivityIntent"),
    // What perform does counts, too.
    intent("⟦HoldIntent⟧", body: "try await bank.transfer(amount: sum, to: friend)"),
    intent("⟦ArriveIntent⟧", body: "try await home.door.open()"),
    intent("⟦ResetIntent⟧", body: "try await session.deleteAccount()"),
    intent(
      "⟦OpenGarageIntent⟧", "static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }"),
    """
    import AppIntents
    struct ⟦CodeIntent⟧: AppIntent {
      static let title: LocalizedStringResource = "Code"
      func perform() async throws -> some IntentResult & ReturnsValue<String> {
        let account = try await store.account(id)
        return .result(value: account.password)
      }
    }
    """,
    """
    import AppIntents
    struct PayBill {
      static let title: LocalizedStringResource = "Pay"
    }
    extension ⟦PayBill⟧: AppIntent {
      func perform() async throws -> some IntentResult { .result() }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(AppIntentUnauthenticated.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    intent("⟦DeleteNoteIntent⟧", body: "modelContext.delete(note)"),
    intent("⟦SendMessageIntent⟧"),
    intent("⟦PublishPostIntent⟧"),
  ])
  func ratesNotesAndMessagesLower(_ source: String) {
    expect(AppIntentUnauthenticated.self, in: source, severity: .low)
  }

  @Test(arguments: [
    intent(
      "SendMoneyIntent", "static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication"
    ),
    intent(
      "PayInvoice",
      "static var authenticationPolicy: IntentAuthenticationPolicy { .requiresLocalDeviceAuthentication }"),
    intent("UnlockCarIntent", "static let openAppWhenRun: Bool = true"),
    intent("UnlockCarIntent", "static var openAppWhenRun: Bool { true }"),
    intent("CopyPasswordIntent", "static let supportedModes: IntentModes = .foreground(.immediate)"),
    // Only a widget offers it, whose buttons do nothing on a locked device.
    intent("SendMoneyIntent", "static let isDiscoverable = false"),
    intent("DeleteAccountIntent", body: "try await gate.authenticate(reason: title)"),
    intent(
      "DeleteAccountIntent",
      body: "try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: why)"),
    intent("PayInvoice", body: "guard !appLock.isLocked else { throw Failure.locked }"),
    intent("ClearCacheIntent", body: "try await cache.deleteAll()"),
    intent("AddFeedIntent", body: "requests.save(request)"),
    intent("DeleteDraftIntent"),
    intent("ShowPasswordSettingsIntent"),
    intent("PaymentHistoryIntent", body: "let payments = try await bank.payments()"),
    intent("RefreshIntent", body: "lock.lock()\n defer { lock.unlock() }\n try await send(event)"),
    intent("ShareIntent", body: "let token = try await keychain.readPassword()"),
    intent("OpenVaultIntent"),
    // The protocol of the app may set the policy.
    intent("SendMoneyIntent", protocols: "AppIntent, OwnerIntent"),
    intent("SendMoneyIntent", protocols: "OpenIntent"),
    // It configures a widget.
    """
    import AppIntents
    struct ShowBalanceIntent: WidgetConfigurationIntent {
      static let title: LocalizedStringResource = "Balance"
    }
    """,
    "struct SendMoneyIntent: Intent { func perform() { bank.transfer(amount: 1) } }",
  ])
  func isSilent(_ source: String) { expect(AppIntentUnauthenticated.self, in: source) }
}
