import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogObjCTests {
  @Test(arguments: [
    "void f(NSString *password) { ⟦NSLog(@\"signing in with %@\", password)⟧; }",
    "@implementation A\n- (void)go { ⟦NSLog(@\"%@ %@\", self.name, self.accessToken)⟧; }\n@end",
    "void f(char *pin) { ⟦printf(\"pin %s\\n\", pin)⟧; }",
    "void f(char *pin) { ⟦fprintf(stderr, \"%d %-8s\", 3, pin)⟧; }",
    "@implementation A\n- (void)go { ⟦NSLog(@\"field %@\", self.passwordField.text)⟧; }\n@end",
    "void f(NSDictionary *info) { ⟦NSLog(@\"net %@\", info[(__bridge id)kCNNetworkInfoKeySSID])⟧; }",
    "void f(void) { ⟦NSLog(@\"%@\", [[UIDevice currentDevice] identifierForVendor])⟧; }",
    "void f(NSString *token) { ⟦os_log(OS_LOG_DEFAULT, \"%{public}@\", token)⟧; }",
    "void f(NSUserDefaults *d) { ⟦NSLog(@\"%@\", [d stringForKey:@\"password\"])⟧; }",
  ])
  func speaks(_ source: String) { expect(LogObjC.self, inObjectiveC: source) }

  @Test(arguments: [
    "void f(NSString *password) { NSLog(@\"password is wrong\"); NSLog(@\"%lu\", (unsigned long)password.length); }",
    "void f(NSString *passwordLabel) { NSLog(@\"%@\", passwordLabel); }",
    "void f(NSString *token) { os_log(OS_LOG_DEFAULT, \"%@\", token); os_log(OS_LOG_DEFAULT, \"%{private}@\", token); }",
    "#ifdef DEBUG\nvoid f(NSString *password) { NSLog(@\"%@\", password); }\n#endif",
    "void f(NSError *error, NSString *passwordError) { NSLog(@\"%@ %@\", error, passwordError); }",
    "void f(FILE *file, char *password) { fprintf(file, \"%s\", password); }",
    "void f(BOOL hasPassword) { NSLog(@\"%d\", hasPassword); }",
    "// NSLog(@\"%@\", password)\nvoid f(Logger *l, NSString *password) { [l NSLog:password]; }",
  ])
  func isSilent(_ source: String) { expect(LogObjC.self, inObjectiveC: source) }

  @Test func tokensOfAParserInCAreWords() {
    expect(LogObjC.self, inObjectiveC: "void f(char *token) { printf(\"%s\", token); }", path: "lexer.c")
  }
}
