import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// The Objective-C halves of rules about storage, cryptography and the device.
@Suite struct ObjectiveCStorageTests {
  private static func method(_ body: String, _ head: String = "- (void)run") -> String {
    "@implementation A\n\(head) { \(body) }\n@end"
  }

  // MARK: cookies

  @Test(arguments: [
    (
      "⟦[NSHTTPCookie cookieWithProperties:@{NSHTTPCookieName: @\"session\", NSHTTPCookieValue: v}]⟧;",
      Severity.medium
    ),
    (
      "NSMutableDictionary *p = [NSMutableDictionary new]; p[NSHTTPCookieName] = @\"lang\"; [p setObject:v forKey:NSHTTPCookieValue]; id c = ⟦[[NSHTTPCookie alloc] initWithProperties:p]⟧;",
      .low
    ),
  ])
  func cookiesWithoutSecure(_ body: String, _ severity: Severity) {
    expect(CookieNotSecure.self, inObjectiveC: Self.method(body), severity: severity)
  }

  @Test(arguments: [
    "[NSHTTPCookie cookieWithProperties:@{NSHTTPCookieName: @\"session\", NSHTTPCookieSecure: @\"TRUE\"}];",
    "NSMutableDictionary *p = [NSMutableDictionary new]; p[NSHTTPCookieName] = @\"sid\"; p[NSHTTPCookieSecure] = @YES; [NSHTTPCookie cookieWithProperties:p];",
    "[NSHTTPCookie cookieWithProperties:given];",
    "NSMutableDictionary *p = [@{NSHTTPCookieName: @\"sid\"} mutableCopy]; complete(p); [NSHTTPCookie cookieWithProperties:p];",
    "NSDictionary *p = @{NSHTTPCookieName: [NSHTTPCookie cookieWithProperties:p]};",
  ])
  func cookiesThatAreSecure(_ body: String) { expect(CookieNotSecure.self, inObjectiveC: Self.method(body)) }

  @Test func aCookieThatHoldsASession() {
    let made =
      "NSHTTPCookie *c = [NSHTTPCookie cookieWithProperties:@{NSHTTPCookieName: @\"session\", NSHTTPCookieExpires: d}];"
    expect(
      CookieStoresCredential.self,
      inObjectiveC: Self.method("\(made) ⟦[[NSHTTPCookieStorage sharedHTTPCookieStorage] setCookie:c]⟧;"),
      confidence: .high)
    expect(
      CookieStoresCredential.self,
      inObjectiveC: Self.method(
        made.replacing("session", with: "theme") + " [storage setCookie:c]; [storage setCookie:other];"))
  }

  // MARK: keychain

  @Test(arguments: [
    "NSDictionary *q = @{(__bridge id)kSecClass: (__bridge id)kSecClassGenericPassword, (__bridge id)kSecAttrAccount: @\"refresh\", (__bridge id)kSecValueData: data}; ⟦SecItemAdd((__bridge CFDictionaryRef)q, NULL)⟧;",
    "NSMutableDictionary *q = [NSMutableDictionary dictionary]; [q setObject:data forKey:(id)kSecValueData]; ⟦SecItemAdd((CFDictionaryRef)q, nil)⟧;",
    "CFMutableDictionaryRef q = CFDictionaryCreateMutable(NULL, 0, NULL, NULL); CFDictionaryAddValue(q, kSecValueData, data); ⟦SecItemAdd(q, NULL)⟧;",
  ])
  func itemsWithoutAccessibility(_ body: String) {
    expect(KeychainAccessibleMissing.self, inObjectiveC: Self.method(body))
  }

  @Test(arguments: [
    "NSMutableDictionary *q = [@{(id)kSecValueData: data} mutableCopy]; q[(id)kSecAttrAccessible] = (id)kSecAttrAccessibleWhenUnlockedThisDeviceOnly; SecItemAdd((CFDictionaryRef)q, nil);",
    "NSDictionary *q = @{(id)kSecClass: (id)kSecClassCertificate, (id)kSecValueRef: certificate}; SecItemAdd((CFDictionaryRef)q, nil);",
    "NSMutableDictionary *q = [self baseQuery]; q[(id)kSecValueData] = data; SecItemAdd((CFDictionaryRef)q, nil);",
    "NSDictionary *q = @{(id)kSecValueData: data}; SecItemUpdate((CFDictionaryRef)q, (CFDictionaryRef)q);",
  ])
  func itemsWithAccessibility(_ body: String) {
    expect(KeychainAccessibleMissing.self, inObjectiveC: Self.method(body))
  }

  // MARK: file protection

  @Test func filesWithoutProtection() {
    expect(
      FileProtectionNone.self,
      inObjectiveC: Self.method(
        "NSDictionary *a = @{NSFileProtectionKey: ⟦NSFileProtectionNone⟧}; [d writeToFile:p options:⟦NSDataWritingFileProtectionNone⟧ error:nil];"
      ))
    expect(
      FileProtectionNone.self,
      inObjectiveC: Self.method(
        "if ([level isEqual:NSFileProtectionNone] || x == NSFileProtectionNone) { y(); } id a = @{NSFileProtectionKey: NSFileProtectionComplete};"
      ))
  }

  // MARK: cryptography

  @Test(arguments: [
    ("⟦CC_MD5(bytes, n, digest)⟧;", Severity.medium, Confidence.high),
    ("const char *text = password.UTF8String; ⟦CC_SHA1(text, strlen(text), digest)⟧;", .high, .high),
    ("NSString *cacheName = make(⟦CC_MD5(bytes, n, digest)⟧);", .medium, .low),
  ])
  func weakDigests(_ body: String, _ severity: Severity, _ confidence: Confidence) {
    expect(WeakHash.self, inObjectiveC: Self.method(body), severity: severity, confidence: confidence)
  }

  @Test(arguments: [
    method("CC_SHA256(bytes, n, digest); // CC_MD5(a, b, c)\n[self CC_MD5];"),
    method("CC_SHA1(bytes, n, digest);", "- (NSString *)totpCode"),
    method("HMAC(EVP_sha1(), key, n, bytes, m, out, &size);"),
  ])
  func otherDigests(_ source: String) { expect(WeakHash.self, inObjectiveC: source) }

  @Test func brokenCiphers() {
    expect(
      BrokenCipher.self,
      inObjectiveC: Self.method(
        "CCCrypt(kCCEncrypt, ⟦kCCAlgorithm3DES⟧, 0, k, 24, v, i, n, o, m, &c); EVP_EncryptInit(x, ⟦EVP_rc4⟧(), k, v);"
      ),
      confidence: .high)
    expect(
      BrokenCipher.self,
      inObjectiveC: Self.method(
        "CCCrypt(kCCEncrypt, kCCAlgorithmAES, 0, k, 32, v, i, n, o, m, &c); if (a == kCCAlgorithmDES) { refuse(); }"
      ))
  }

  // MARK: the device

  @Test func fingerprints() {
    expect(
      DeviceFingerprint.self,
      inObjectiveC: Self.method(
        "NSDictionary *d = ⟦@{@\"v\": [UIDevice currentDevice].identifierForVendor.UUIDString, @\"m\": [UIDevice currentDevice].model, @\"s\": [UIDevice currentDevice].systemVersion, @\"l\": [NSLocale currentLocale]}⟧;"
      ))
    expect(
      DeviceFingerprint.self,
      inObjectiveC: Self.method(
        "NSString *v = [UIDevice currentDevice].identifierForVendor.UUIDString; NSDictionary *d = @{@\"m\": device.model, @\"s\": device.systemVersion, @\"l\": [NSLocale currentLocale]};"
      ))
  }

  @Test(arguments: [
    "@implementation A\n- (BOOL)⟦isJailbroken⟧ { return [[NSFileManager defaultManager] fileExistsAtPath:@\"/Applications/Cydia.app\"]; }\n@end",
    "static BOOL ⟦rooted(void)⟧ { FILE *f = fopen(\"/Library/MobileSubstrate/MobileSubstrate.dylib\", \"r\"); return f != NULL; }",
    "static NSArray *kPaths = @[@\"/Applications/Sileo.app\"];\nBOOL ⟦check(NSFileManager *m)⟧ { for (NSString *p in kPaths) { if ([m fileExistsAtPath:p]) { return YES; } } return NO; }",
  ])
  func checksForJailbreaks(_ source: String) { expect(JailbreakCheckWeak.self, inObjectiveC: source) }

  @Test(arguments: [
    "@implementation A\n- (NSArray *)signals { return [m fileExistsAtPath:@\"/Applications/Cydia.app\"] ? @[@1] : @[]; }\n@end",
    "BOOL exists(NSFileManager *m) { return [m fileExistsAtPath:@\"/tmp/note\"]; }",
    "BOOL check(NSFileManager *m) { DCAppAttestService *s = attest(); return [m fileExistsAtPath:@\"/var/jb\"]; }",
  ])
  func otherChecks(_ source: String) { expect(JailbreakCheckWeak.self, inObjectiveC: source) }

  @Test(arguments: [
    "BOOL f(void) { ⟦sysctl(name, 4, &info, &size, NULL, 0)⟧; return (info.kp_proc.p_flag & P_TRACED) != 0; }",
    "BOOL f(void) { int junk = ⟦sysctl(name, 4, &info, &size, NULL, 0)⟧; assert(junk == 0); return (info.kp_proc.p_flag & P_TRACED) != 0; }",
    "BOOL f(void) { if (sysctl(name, 4, &info, &size, NULL, 0) != 0) { ⟦return NO⟧; } return (info.kp_proc.p_flag & P_TRACED) != 0; }",
    "BOOL f(void) { return ⟦sysctl(name, 4, &info, &size, NULL, 0)⟧ == 0 && (info.kp_proc.p_flag & P_TRACED) != 0; }",
  ])
  func debuggersThatAreMissed(_ source: String) { expect(DebuggerCheckFailOpen.self, inObjectiveC: source) }

  @Test(arguments: [
    "BOOL f(void) { if (sysctl(name, 4, &info, &size, NULL, 0) != 0) { return YES; } return (info.kp_proc.p_flag & P_TRACED) != 0; }",
    "BOOL f(void) { int r = sysctl(name, 4, &info, &size, NULL, 0); if (r != 0) { return YES; } return (info.kp_proc.p_flag & P_TRACED) != 0; }",
    "long memory(void) { sysctl(name, 2, &bytes, &size, NULL, 0); return bytes; }",
  ])
  func debuggersThatAreFound(_ source: String) { expect(DebuggerCheckFailOpen.self, inObjectiveC: source) }
}
