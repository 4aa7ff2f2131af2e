import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ObjectiveCSourceTests {
  private func source(_ text: String) -> ObjectiveCSource {
    ObjectiveCSource(TextSource(path: "A.m", bytes: Array(text.utf8)))
  }

  @Test func findsMessages() {
    let source = source(
      """
      @implementation A
      - (void)run {
        [[self.store open] writeValue:c ? [x y] : z[1] forKey:@"k" extra:1, 2, nil];
        id a = list[0], b = @[one, two];
        [(Foo *)bar go]; [(foo) stop];
        dispatch(^{ [self done:^(BOOL ok) { [ok log]; }]; });
      }
      @end
      """)
    #expect(
      source.messages.map(\.selector) == [
        "writeValue:forKey:extra:", "open", "y", "go", "stop", "done:", "log",
      ])
    let first = source.messages[0]
    #expect(first.arguments.map { source.quote($0) } == ["c ? [x y] : z[1]", "@\"k\"", "1", "2", "nil"])
    #expect(source.quote(first.receiver) == "[self.store open]")
    #expect(source.messages.allSatisfy { $0.function == 0 })
  }

  @Test func findsFunctionsAndMethods() {
    let source = source(
      """
      #import "A.h"
      static int add(int a, const char *b);
      static int add(int a, const char *b) { if (a) { return strlen(b); } return 0; }
      extern "C" { void late(void) { early(); } }
      @interface A () { int ivar; } @end
      @implementation A (Extra)
      - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url { return YES; }
      + (instancetype)shared { return nil; }
      @end
      """)
    #expect(source.functions.map(\.name) == ["add", "late", "application:openURL:", "shared"])
    #expect(source.functions[2].className == "A")
    #expect(source.functions[2].parameters.map(\.type) == ["UIApplication", "NSURL"])
    #expect(source.functions[0].parameters.map(\.name) == ["a", "b"])
    #expect(source.calls.map(\.name) == ["strlen", "early"])
  }

  @Test func findsAssignments() {
    let source = source(
      """
      static NSString *const kName = @"value";
      void f(void) {
        char buffer[32] = "x";
        self.account.password = other;
        headers[@"Key"] = value;
        NSArray<NSString *> *list = make(1, 2), *more;
        if (a == b) { c += 1; }
      }
      """)
    #expect(
      source.assignments.map { $0.path.joined(separator: ".") } == [
        "kName", "buffer", "self.account.password", "headers", "list",
      ])
    #expect(source.assignments.map(\.type) == ["NSString", "char", nil, nil, "NSArray"])
    #expect(source.quote(source.assignments[4].value) == "make(1, 2)")
  }

  @Test(arguments: [
    (#"NSString *a = @"x"; use(a);"#, CValue.string("x")),
    (#"NSString *a = [@"x" stringByAppendingString:@"y"]; use(a);"#, .string("xy")),
    (#"use((__bridge id)kSecClass);"#, .symbol("kSecClass")),
    ("use(@(42));", .integer(42)),
    ("use(-0x10);", .integer(-16)),
    ("use(@YES);", .integer(1)),
    ("use(LIMIT);", .integer(8)),
    ("use(kTop);", .string("top")),
    (#"use(CFSTR("c"));"#, .string("c")),
    ("use((NSString *)(kTop));", .string("top")),
  ])
  func foldsConstants(_ body: String, _ expected: CValue) throws {
    let source = source("#define LIMIT (8)\nstatic NSString *kTop = @\"top\";\nvoid f(int p) { \(body) }")
    let call = try #require(source.calls("use").first)
    #expect(source.value(call.arguments[0], in: call.function) == expected)
  }

  @Test(arguments: [
    "NSString *a = @\"x\"; a = other(); use(a);", "use(p);", "use(other());", "use(a + b);",
    "NSString *a = a; use(a);",
  ])
  func whatMayChangeIsUnknown(_ body: String) throws {
    let source = source("void f(int p) { \(body) }")
    let call = try #require(source.calls("use").first)
    #expect(source.value(call.arguments[0], in: call.function)?.string == nil)
    #expect(source.value(call.arguments[0], in: call.function)?.integer == nil)
  }

  @Test(arguments: [
    #"NSDictionary *d = @{@"a": one, (__bridge id)kB: two};"#,
    #"NSMutableDictionary *d = [NSMutableDictionary dictionary]; [d setObject:one forKey:@"a"]; d[(id)kB] = two;"#,
    #"NSMutableDictionary *d = [@{@"a": one} mutableCopy]; [d setValue:two forKey:kB];"#,
    #"NSDictionary *d = [NSDictionary dictionaryWithObjectsAndKeys:one, @"a", two, kB, nil];"#,
    """
    CFMutableDictionaryRef d = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    CFDictionaryAddValue(d, CFSTR("a"), one); CFDictionarySetValue(d, kB, two);
    """,
  ])
  func tracksDictionaries(_ body: String) throws {
    let source = source("void f(void) { \(body) use((__bridge CFDictionaryRef)d, nil); }")
    let call = try #require(source.calls("use").first)
    let found = try #require(source.dictionary(call.arguments[0], in: call.function))
    #expect(found.entries.map(\.key) == ["a", "kB"])
    #expect(found["kB"].map { source.quote($0.value) } == "two")
    #expect(!found.isOpen)
  }

  @Test func aDictionaryThatOthersFillIsOpen() throws {
    let source = source(
      "void f(void) { NSMutableDictionary *d = [@{} mutableCopy]; fill(d); use(d); }")
    let call = try #require(source.calls("use").first)
    #expect(source.dictionary(call.arguments[0], in: call.function)?.isOpen == true)
  }
}
