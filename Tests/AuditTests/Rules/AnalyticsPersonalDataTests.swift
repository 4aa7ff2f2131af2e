import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AnalyticsPersonalDataTests {
  @Test(arguments: [
    #"⟦Analytics.logEvent("signed_in", parameters: ["email": emailAddress])⟧"#,
    #"⟦Analytics.setUserProperty(user.phoneNumber, forName: "contact")⟧"#,
    #"⟦Analytics.setUserProperty(user.contact, forName: "email")⟧"#,
    #"⟦Analytics.shared.track("sign_in", properties: ["mail": address])⟧"#,
    #"⟦Crashlytics.crashlytics().setCustomValue(accessToken, forKey: "t")⟧"#,
    #"⟦Mixpanel.mainInstance().track(event: "x", properties: ["card_number": form.number])⟧"#,
    #"⟦Amplitude.instance().setUserId(user.email)⟧"#,
    #"⟦analytics.track("open", with: UIDevice.current.identifierForVendor!.uuidString)⟧"#,
  ])
  func speaks(_ source: String) { expect(AnalyticsPersonalData.self, in: source, severity: .medium) }

  @Test(arguments: [
    #"Analytics.logEvent("signed_in", parameters: ["method": "password"])"#,
    #"Analytics.logEvent("reset_password", parameters: nil)"#,
    #"analytics.track("x", ["password": password.isEmpty])"#,
    #"analytics.track("x", ["email": true])"#, #"store.track("x", ["email": email])"#,
    #"Analytics.setUserProperty("gold", forName: "tier")"#, "Analytics.configure(apiKey: apiKey)",
  ])
  func isSilent(_ source: String) { expect(AnalyticsPersonalData.self, in: source) }
}
