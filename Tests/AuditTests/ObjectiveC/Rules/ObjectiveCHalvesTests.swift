import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// The Objective-C halves of rules about trust, authentication and input.
@Suite struct ObjectiveCHalvesTests {
  /// A method around statements.
  private static func method(_ body: String, _ head: String = "- (void)run") -> String {
    "@implementation A\n\(head) { \(body) }\n@end"
  }

  // MARK: biometric-not-bound

  private static let evaluate =
    "[context evaluatePolicy:LAPolicyDeviceOwnerAuthenticationWithBiometrics localizedReason:@\"x\" reply:^(BOOL success, NSError *error) { if (success) { [self open]; } }]"

  @Test func anAnswerThatNothingDependsOn() {
    expect(BiometricNotBound.self, inObjectiveC: Self.method("⟦\(Self.evaluate)⟧;"), confidence: .high)
    let plain = Self.evaluate.replacing("WithBiometrics", with: "").replacing("if (success)", with: "")
    expect(BiometricNotBound.self, inObjectiveC: Self.method("⟦\(plain)⟧;"), confidence: .medium)
  }

  @Test(arguments: [
    method("\(evaluate); query[(id)kSecUseAuthenticationContext] = context;"),
    method("\(evaluate);", "- (void)eraseAll"),
    method("[context canEvaluatePolicy:LAPolicyDeviceOwnerAuthentication error:&error];"),
  ])
  func anAnswerThatIsBound(_ source: String) { expect(BiometricNotBound.self, inObjectiveC: source) }

  // MARK: xml-external-entities

  @Test(arguments: [
    "⟦parser.shouldResolveExternalEntities = YES⟧;",
    "⟦[parser setShouldResolveExternalEntities:YES]⟧;",
    "⟦parser.externalEntityResolvingPolicy = NSXMLParserResolveExternalEntitiesAlways⟧;",
    "doc = xmlReadMemory(b, n, \"\", NULL, ⟦XML_PARSE_NOENT⟧ | XML_PARSE_NONET);",
    "xmlCtxtUseOptions(context, ⟦XML_PARSE_DTDLOAD⟧);",
    "int options = XML_PARSE_NOENT; doc = ⟦xmlReadMemory(b, n, \"\", NULL, options⟧);",
  ])
  func entitiesAreFetched(_ body: String) {
    expect(XMLExternalEntities.self, inObjectiveC: Self.method(body))
  }

  @Test(arguments: [
    "parser.shouldResolveExternalEntities = NO; [parser setShouldResolveExternalEntities:NO];",
    "options = options & ~XML_PARSE_NOENT; if (options == XML_PARSE_DTDLOAD) { stop(); }",
    "NSString *p = [NSBundle.mainBundle pathForResource:@\"a\" ofType:@\"xml\"]; doc = xmlReadFile(p.fileSystemRepresentation, NULL, XML_PARSE_NOENT);",
    "// parser.shouldResolveExternalEntities = YES;\nNSString *s = @\"XML_PARSE_NOENT\";",
  ])
  func entitiesAreNotFetched(_ body: String) {
    expect(XMLExternalEntities.self, inObjectiveC: Self.method(body))
  }

  // MARK: url-handler-unvalidated

  private static let head =
    "- (BOOL)⟦application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options⟧"

  @Test(arguments: [
    method("[self.payments sendYen:url.query toFriend:url.host]; return YES;", head),
    method("NSString *friend = url.host; [self transferTo:friend]; return YES;", head),
    method(
      "NSURLComponents *parts = [NSURLComponents componentsWithURL:url resolvingAgainstBaseURL:NO]; deleteNote(parts.host); return YES;",
      head),
    method(
      "[self payFor:url.host]; return YES;",
      "- (BOOL)⟦application:(UIApplication *)app handleOpenURL:(NSURL *)url⟧"),
  ])
  func linksThatAct(_ source: String) { expect(URLHandlerUnvalidated.self, inObjectiveC: source) }

  @Test(arguments: [
    "[self showNoteNamed:url.host]; return YES;",
    "UIAlertController *a = [UIAlertController new]; [self payFor:url.host]; return YES;",
    "if (![options[UIApplicationOpenURLOptionsSourceApplicationKey] isEqual:@\"jp.example\"]) { return NO; } [self payFor:url.host]; return YES;",
    "[self deleteCache]; return [[Service shared] handleURL:url];",
  ])
  func linksThatAsk(_ body: String) {
    let head = Self.head.replacing("⟦", with: "").replacing("⟧", with: "")
    expect(URLHandlerUnvalidated.self, inObjectiveC: Self.method(body, head))
  }

  // MARK: format-string

  @Test(arguments: [
    "NSLog(⟦self.nameField.text⟧);",
    "NSString *name = [self.nameField text]; NSLog(⟦name⟧);",
    "NSString *s = [NSString stringWithFormat:⟦[UIPasteboard generalPasteboard].string⟧];".replacing(
      ".string⟧", with: " string]⟧"
    ).replacing("⟦[UIPasteboard generalPasteboard]", with: "⟦[[UIPasteboard generalPasteboard]"),
    "NSString *reply = [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]; printf(⟦reply⟧);",
  ])
  func formatsFromOutside(_ body: String) {
    expect(FormatString.self, inObjectiveC: Self.method(body), confidence: .medium)
  }

  @Test func aParameterMayBeAnything() {
    expect(
      FormatString.self, inObjectiveC: Self.method("NSLog(⟦message⟧);", "- (void)say:(NSString *)message"),
      confidence: .low)
  }

  @Test(arguments: [
    method("NSLog(@\"%@\", self.nameField.text); NSLog(@\"ready\"); printf(\"%s\", name);"),
    method("static NSString *const line = @\"%@\"; NSLog(line, name); NSLog(kBanner);"),
    method(
      "NSLog(NSLocalizedString(@\"ready\", nil)); [NSString stringWithFormat:format, a];",
      "- (void)say:(NSString *)format"),
    method("NSLog(format);", "- (void)say:(NSString *)format"),
  ])
  func formatsOfTheirOwn(_ source: String) { expect(FormatString.self, inObjectiveC: source) }

  // MARK: trust-all-certificates

  private static let challenge =
    "- (void)URLSession:(NSURLSession *)s didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge completionHandler:(void (^)(int, id))completionHandler"

  @Test(arguments: [
    method(
      "completionHandler(NSURLSessionAuthChallengeUseCredential, ⟦[NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]⟧);",
      challenge),
    method(
      "⟦[challenge.sender useCredential:[NSURLCredential credentialForTrust:t] forAuthenticationChallenge:challenge]⟧;",
      "- (void)connection:(id)c willSendRequestForAuthenticationChallenge:(id)challenge"),
    method("⟦[NSURLRequest setAllowsAnyHTTPSCertificate:YES forHost:host]⟧;"),
    method("return YES;", "+ (BOOL)⟦allowsAnyHTTPSCertificateForHost:(NSString *)host⟧"),
  ])
  func everyChainIsAccepted(_ source: String) { expect(TrustAllCertificates.self, inObjectiveC: source) }

  @Test(arguments: [
    method(
      "if (!SecTrustEvaluateWithError(trust, NULL)) { return; } completionHandler(0, [NSURLCredential credentialForTrust:trust]);",
      challenge),
    "BOOL isGood(SecTrustRef t) { return SecTrustEvaluateWithError(t, NULL); }\n"
      + method(
        "if (isGood(trust)) { completionHandler(0, [NSURLCredential credentialForTrust:trust]); }", challenge),
    method("completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);", challenge),
    method("[NSURLRequest setAllowsAnyHTTPSCertificate:NO forHost:host];"),
    method(
      "if ([pin isEqualToData:found]) { completionHandler(0, [NSURLCredential credentialForTrust:trust]); }",
      challenge),
  ])
  func chainsAreEvaluated(_ source: String) { expect(TrustAllCertificates.self, inObjectiveC: source) }

  // MARK: uiwebview, method-swizzling

  @Test func theOldWebView() {
    expect(
      UIWebViewUse.self,
      inObjectiveC:
        "@class UIWebView;\n@interface A : ⟦UIWebView⟧ @end\n// UIWebView\nNSString *s = @\"UIWebView\";\nWKWebView *web;"
    )
  }

  @Test func exchangedMethods() {
    expect(
      MethodSwizzling.self,
      inObjectiveC: Self.method(
        "⟦method_exchangeImplementations(a, b)⟧; class_getInstanceMethod(c, s);", "+ (void)load"))
  }

  // MARK: insecure-deserialization, client-side-credential-check

  @Test func archivesOfAnyClass() {
    expect(
      InsecureDeserialization.self,
      inObjectiveC: Self.method(
        "id a = ⟦[NSKeyedUnarchiver unarchiveObjectWithData:data]⟧; NSKeyedUnarchiver *u = make(); ⟦u.requiresSecureCoding = NO⟧; ⟦[u setRequiresSecureCoding:NO]⟧; u = ⟦[[NSKeyedUnarchiver alloc] initForReadingWithData:data]⟧; t = [NSValueTransformer valueTransformerForName:⟦NSKeyedUnarchiveFromDataTransformerName⟧];"
      ))
    expect(
      InsecureDeserialization.self,
      inObjectiveC: Self.method(
        "id a = [NSKeyedUnarchiver unarchivedObjectOfClass:[A class] fromData:data error:nil]; id b = [NSKeyedUnarchiver unarchiveObjectWithData:[NSKeyedArchiver archivedDataWithRootObject:view]]; [other unarchiveObjectWithData:data]; NSData *copy = [NSKeyedArchiver archivedDataWithRootObject:view]; c = [NSKeyedUnarchiver unarchiveObjectWithData:copy]; NSString *file = [NSBundle.mainBundle pathForResource:@\"a\" ofType:@\"b\"]; d = [NSKeyedUnarchiver unarchiveObjectWithFile:file]; [u setRequiresSecureCoding:YES]; t = [NSValueTransformer valueTransformerForName:NSSecureUnarchiveFromDataTransformerName];"
      ))
  }

  @Test(arguments: [
    "NSDictionary *staff = [NSDictionary dictionaryWithContentsOfFile:path]; return ⟦[password isEqualToString:staff[@\"password\"]]⟧;",
    "NSString *stored = [[NSUserDefaults standardUserDefaults] stringForKey:@\"pin\"]; return ⟦[stored isEqualToString:self.pinField.text]⟧;",
  ])
  func passwordsThatTheAppItselfJudges(_ body: String) {
    expect(
      ClientSideCredentialCheck.self, inObjectiveC: Self.method(body, "- (BOOL)check:(NSString *)password"))
  }

  @Test(arguments: [
    "return [password isEqualToString:self.confirmation.text];",
    "NSDictionary *names = [NSDictionary dictionaryWithContentsOfFile:path]; return [title isEqualToString:names[@\"title\"]];",
    "return [password isEqualToString:[self.server answer]];",
  ])
  func passwordsThatAreComparedOtherwise(_ body: String) {
    expect(
      ClientSideCredentialCheck.self, inObjectiveC: Self.method(body, "- (BOOL)check:(NSString *)password"))
  }

  @Test func accessCodesAreNumbersThatOpen() {
    expect(
      HardcodedCredentialObjC.self,
      inObjectiveC: Self.method(
        "return [code isEqualToString:⟦@\"8841\"⟧];", "- (BOOL)openDrawerWithCode:(NSString *)code"))
    expect(
      HardcodedCredentialObjC.self,
      inObjectiveC: Self.method(
        "return [code isEqualToString:@\"8841\"];", "- (BOOL)showCountryForCode:(NSString *)code"))
    expect(
      LogObjC.self,
      inObjectiveC: Self.method(
        "⟦NSLog(@\"opened with %@\", code)⟧;", "- (BOOL)openDrawerWithCode:(NSString *)code"))
  }
}
