import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedCredentialCompareTests {
  @Test(arguments: [
    #"if mail == reviewerMail && password == ⟦"Momiji-2024!kaede"⟧ { enter() }"#,
    #"guard passwordField.text == ⟦"letmein"⟧ else { return }"#,
    #"guard pinField.text! != ⟦"4917"⟧ else { return }"#,
    #"if alert.textFields?.first?.text == ⟦"4917"⟧ { enter() }"#,
    """
    let typed = alert.textFields![0].text ?? ""
    if typed == ⟦"4917"⟧ { enter() }
    """,
    #"func isAdmin(_ password: String) -> Bool { return ⟦"hoshi77-kage"⟧ == password }"#,
    #"if (password as NSString).isEqual(to: ⟦"hoshi77-kage"⟧) { enter() }"#,
    #"if password.caseInsensitiveCompare(⟦"hoshi77-kage"⟧) == .orderedSame { enter() }"#,
    #"if [⟦"hoshi77-kage"⟧, ⟦"tsuki88-yoru"⟧].contains(password) { enter() }"#,
    #"switch pin { case ⟦"4917"⟧: enter() default: break }"#,
    "if pin == ⟦4917⟧ { enter() }",
  ])
  func speaks(_ source: String) { expect(HardcodedCredentialCompare.self, in: source, severity: .high) }

  @Test(arguments: [
    #"if password == "" { warn() }"#, "if password == confirmation { go() }",
    "if password.count == 8 { go() }",
    #"if alert.textFields?.first?.text == "" { warn() }"#, #"if amountField.text == "1000" { warn() }"#,
    #"if error.code == "invalid_token_401" { retry() }"#, #"if tokenType == "Bearer2" { go() }"#,
    #"switch key { case "password1": read() default: skip() }"#, #"if token == "identifier" { parse() }"#,
    #"if field == "password" { focus() }"#, #"if passwordState == "hidden2" { show() }"#,
  ])
  func isSilent(_ source: String) { expect(HardcodedCredentialCompare.self, in: source) }
}
