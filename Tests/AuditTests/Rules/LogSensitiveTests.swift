import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogSensitiveTests {
  @Test(arguments: [
    #"⟦print("sign in \(mail) / \(password)")⟧"#, #"⟦NSLog("login pressed: %@ %@", mail, password)⟧"#,
    "⟦debugPrint(accessToken)⟧", "⟦dump(credentials)⟧",
    #"""
    func register(_ deviceToken: Data) {
      let hex = deviceToken.map { String(format: "%02x", $0) }.joined()
      ⟦print("push token:", hex)⟧
    }
    """#,
    #"⟦print("viewpoint near \(place.coordinate.latitude), \(place.coordinate.longitude)")⟧"#,
    #"⟦print("password=\(value)")⟧"#, "import Logging\n⟦logger.info(\"token \\(token)\")⟧",
    #"⟦DDLogDebug("pin \(pinCode)")⟧"#, #"⟦SwiftyBeaver.debug("refresh", refreshToken)⟧"#,
    #"⟦Crashlytics.crashlytics().log("user \(emailAddress)")⟧"#,
    #"""
    struct Account { let name: String; let password: String }
    func show(_ account: Account) { ⟦print(account)⟧ }
    """#,
    #"func f() { let text = passwordField.text ?? ""; ⟦print(text)⟧ }"#,
  ])
  func speaks(_ source: String) { expect(LogSensitive.self, in: source, severity: .medium) }

  @Test(arguments: [
    #"print("password changed")"#, "print(error.localizedDescription)", "print(password.count)",
    "print(token.isEmpty)",
    #"print("token: \(error)")"#, #"print("has token: \(hasToken)")"#,
    #"print("Invalid password: \(reason)")"#,
    #"debugPrint("could not sign in", error)"#, "print(pageToken)", "print(tokenExpiry)",
    #"print("chain=\(chain.id) token=\(tokenAddress.eip55)")"#, "print(preFundInToken)",
    "print(playSessionID)",
    "print(passwordField.isHidden)",
    "import os\nlogger.info(\"token \\(token, privacy: .private)\")",
    "import os\nlogger.info(\"token \\(token)\")",
    "import OSLog\nlogger.debug(\"x \\(password, privacy: .sensitive(mask: .hash))\")",
    #"os_log("token %{private}@", token)"#, "struct Lexer { func f() { print(token) } }",
    "import SwiftSyntax\nfunc f(token: TokenSyntax) { print(token) }",
    "#if DEBUG\nfunc f() { print(password) }\n#endif", "#Preview { let _ = print(password) }",
    "struct Account: CustomStringConvertible { let password: String }\nfunc f(a: Account) { print(a) }",
    "mapView.info(password)",
    // The app's own interpolation decides what is written.
    #"Log.info("signed in with \(private: accessToken)")"#, #"logger.info("token \(redacted: token)")"#,
  ])
  func isSilent(_ source: String) { expect(LogSensitive.self, in: source) }

  @Test func notesThatSomethingIsLogged() {
    let text = TextSource(path: "A.swift", bytes: Array("import os\nlogger.info(\"signed in\")".utf8))
    var report = FileReport(text)
    LogSensitive().check(SwiftSource(text), &report)
    #expect(report.evidence.map(\.kind) == [.logging])
  }
}
