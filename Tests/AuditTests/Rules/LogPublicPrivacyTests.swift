import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogPublicPrivacyTests {
  @Test(arguments: [
    #"⟦logger.info("signed in \(mail, privacy: .public) token \(String(decoding: data, as: UTF8.self), privacy: .public)")⟧"#,
    #"⟦logger.debug("x \(accessToken, privacy: .public)")⟧"#, #"⟦os_log("token %{public}@", token)⟧"#,
    #"⟦os_log("user %{public}s has %{public}@", log: log, type: .info, name, password)⟧"#,
    #"⟦self.log.error("\(emailAddress, privacy: .public)")⟧"#,
  ])
  func speaks(_ source: String) { expect(LogPublicPrivacy.self, in: source, severity: .medium) }

  @Test(arguments: [
    #"logger.info("status \(status, privacy: .public)")"#,
    #"logger.info("x \(accessToken, privacy: .private)")"#,
    #"os_log("token %{private}@ for %{public}@", token, host)"#,
    #"logger.info("\(token.count, privacy: .public)")"#,
    #"logger.error("token failed \(error.localizedDescription, privacy: .public)")"#, "print(accessToken)",
  ])
  func isSilent(_ source: String) { expect(LogPublicPrivacy.self, in: source) }

  @Test(arguments: [
    #"view.onOpenURL { url in ⟦logger.info("opened \(url, privacy: .public)")⟧ }"#,
    #"view.onOpenURL { url in ⟦logger.info("opened \(url.absoluteString, privacy: .public)")⟧ }"#,
    #"func application(_ a: UIApplication, open url: URL) -> Bool { ⟦logger.info("\(url, privacy: .public)")⟧; return true }"#,
  ])
  func aLinkMayCarryACode(_ source: String) {
    expect(LogPublicPrivacy.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test(arguments: [
    #"view.onOpenURL { url in logger.info("opened \(url, privacy: .private)") }"#,
    #"view.onOpenURL { url in logger.info("opened \(url)") }"#,
    #"view.onOpenURL { url in logger.info("opened \(url.scheme ?? "", privacy: .public)") }"#,
    #"view.onOpenURL { url in logger.info("opened \(url.host() ?? "", privacy: .public)") }"#,
    #"func show(_ url: URL) { logger.info("loads \(url, privacy: .public)") }"#,
    #"let url = URL(string: "https://tsukimi.example"); logger.info("loads \(url, privacy: .public)")"#,
  ])
  func otherLinksAndPartsDoNot(_ source: String) { expect(LogPublicPrivacy.self, in: source) }
}
