import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedCredentialObjCTests {
  @Test(arguments: [
    #"static NSString *const kWeatherApiKey = ⟦@"wx9f27c41b7d3e8820a6"⟧;"#,
    #"#define ADMIN_PASSWORD ⟦@"Momiji-2024kaede"⟧"#,
    "enum { kPasswordAllowed = 0x0004, kPinAllowed = 0x8421 };",
    #"BOOL f(NSString *password) { return [password isEqualToString:⟦@"Jugoya1509"⟧]; }"#,
    #"BOOL f(NSString *password) { return [⟦@"Jugoya1509"⟧ isEqualToString:password]; }"#,
    "@implementation A\n- (BOOL)go { return [self.pinField.text isEqual:⟦@\"4711\"⟧]; }\n@end",
    "@implementation A\n- (BOOL)go { return [self.pinField.text intValue] == ⟦4711⟧; }\n@end",
    "BOOL f(int accessCode) { if (accessCode == ⟦839201⟧) { return YES; } return NO; }",
    #"int f(char *password) { return strcmp(password, ⟦"Momiji-2024"⟧) == 0; }"#,
    "@implementation A\n- (void)go { self.account.clientSecret = [⟦@\"q8Zt4LmN0vRx7Bd2\"⟧ copy]; }\n@end",
    #"void f(Client *c) { [c loginWithUser:@"mika" password:⟦@"Momiji-2024"⟧]; }"#,
    #"void f(NSMutableURLRequest *r) { [r setValue:⟦@"q8Zt4LmN0vRx7Bd2"⟧ forHTTPHeaderField:@"X-Api-Key"]; }"#,
    #"void f(void) { NSDictionary *d = @{@"user": @"mika", @"password": ⟦@"Momiji-2024"⟧}; }"#,
    #"void f(NSMutableDictionary *d) { d[@"api_key"] = ⟦@"q8Zt4LmN0vRx7Bd2"⟧; }"#,
    #"const char *password = ⟦"Mo" "miji-2024"⟧;"#,
  ])
  func speaks(_ source: String) { expect(HardcodedCredentialObjC.self, inObjectiveC: source) }

  @Test(arguments: [
    #"static NSString *const kPasswordKey = @"password"; static NSString *kToken = @"token";"#,
    #"static NSString *const kSessionToken = @"session_token";"#,
    #"NSString *password = @""; NSString *secret = @"YOUR_SECRET"; NSString *token = @"<token>";"#,
    #"#define PASSWORD_MIN_LENGTH 12"#,
    #"BOOL f(NSString *password) { return [password isEqualToString:@""] || password.length == 1234; }"#,
    #"void f(NSUserDefaults *d) { [d setObject:value() forKey:@"password"]; [d stringForKey:@"api_key"]; }"#,
    #"void f(UILabel *passwordLabel) { passwordLabel.text = @"Choose 8 letters"; }"#,
    #"// static NSString *kApiKey = @"q8Zt4LmN0vRx7Bd2";"#,
    #"NSString *message = @"q8Zt4LmN0vRx7Bd2"; NSString *passwordURL = @"https://example.jp/a1b2c3d4";"#,
    "#if DEBUG\nNSString *password = @\"Momiji-2024\";\n#endif",
    "BOOL f(int status) { return status == 4711; }",
  ])
  func isSilent(_ source: String) { expect(HardcodedCredentialObjC.self, inObjectiveC: source) }

  @Test func theValueIsMasked() {
    let text = TextSource(path: "A.m", bytes: Array(#"NSString *password = @"Momiji-2024kaede";"#.utf8))
    var report = FileReport(text)
    HardcodedCredentialObjC().check(ObjectiveCSource(text), &report)
    #expect(report.maskedFindings.map(\.snippet) == [#"NSString *password = @"Momi…";"#])
    #expect(report.maskedFindings.allSatisfy { !$0.message.english.contains("2024") })
  }

  /// Readers of formats written in C call each word of a text a token.
  @Test func aTokenOfCIsAWord() {
    let source = #"int f(char *token) { return strcmp(token, "FORMAT=32-bit_rle7"); }"#
    expect(HardcodedCredentialObjC.self, inObjectiveC: source, path: "a.c")
    let marked = #"int f(char *token) { return strcmp(token, ⟦"FORMAT=32-bit_rle7"⟧); }"#
    expect(HardcodedCredentialObjC.self, inObjectiveC: marked, path: "a.m")
  }
}
