import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UnsafeCAPITests {
  @Test(arguments: [
    "void f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; ⟦strcat(b, in)⟧; }",
    "- (void)go { }\nvoid f(const char *n) { char b[9]; ⟦sprintf(b, \"%s!\", n)⟧; }",
    "void f(void) { char line[80]; ⟦gets(line)⟧; }",
    "void f(void) { char w[8]; ⟦scanf(\"%s\", w)⟧; scanf(\"%7s\", w); }",
    "void f(char *s) { char w[8]; ⟦sscanf(s, \"%d %[a-z]\", w)⟧; }",
    "int f(NSString *c) { return ⟦system(c.UTF8String)⟧; }",
    "void f(void) { char *n = ⟦tmpnam(NULL)⟧; }",
    "void f(char *p) { ⟦mktemp(p)⟧; }",
    "@implementation A\n- (void)keep:(const char *)s n:(size_t)n { char b[4]; ⟦memcpy(b, s, n)⟧; }\n@end",
  ])
  func speaks(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source) }

  @Test(arguments: [
    "// strcpy(a, b)\nNSString *s = @\"gets(x)\"; /* system(c) */",
    "void f(char *in) { char b[8]; strlcpy(b, in, 8); snprintf(b, 8, \"%s\", in); fgets(b, 8, stdin); }",
    "void f(void) { char b[16]; sprintf(b, \"%d.%02x\", 1, 2); }",
    "void f(void) { char b[16]; strcpy(b, \"fixed\"); system(\"/usr/bin/true\"); wcscpy(w, L\"exe\"); }",
    "static void gets(char *own) { }\nvoid f(char *c) { gets(c); }",
    "void f(Device *d) { d->system(d); device.gets(1); [d system]; }",
    "void f(const char *s, size_t n) { char b[4]; if (n > sizeof(b)) { return; } memcpy(b, s, n); }",
    "void f(const char *s) { char b[4]; memcpy(b, s, 4); memcpy(b, s, sizeof(b)); }",
    "#if DEBUG\nvoid f(char *in) { char b[8]; strcpy(b, in); }\n#endif",
  ])
  func isSilent(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source) }

  /// Plain C passes buffers as pointers; only their maker knows how large they are.
  @Test(arguments: [
    "void f(char *to, char *in) { ⟦strcpy(to, in)⟧; ⟦sprintf(to + 4, \"%s\", in)⟧; }",
    "char *f(const char *s) { char *b = malloc(strlen(s) + 2); ⟦strcpy(b, s)⟧; return b; }",
    "void f(struct t *t, char *in) { ⟦strcpy(t->name, in)⟧; }",
    "#include <windows.h>\nvoid f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; ⟦system(in)⟧; ⟦sscanf(in, \"%s\", b)⟧; }",
    "#include <linux/input.h>\nvoid f(const void *p, int n) { char b[8]; ⟦memcpy(b, p, n)⟧; }",
    "int f(char *p) { if (!⟦mktemp(p)⟧) { return -1; } return open(p, O_CREAT | O_EXCL | O_RDWR, 0600); }",
  ])
  func reportsBuffersOfOthersInPlainCAsDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .low)
  }

  @Test(arguments: [
    "void f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; }", "void f(char *line) { ⟦gets(line)⟧; }",
    "void f(char *s, char *format) { char b[9]; ⟦sprintf(b, format, s)⟧; }",
    "void f(char *s) { char b[64]; ⟦sprintf(b, \"%d %-8s\", 1, s)⟧; }",
    "#ifdef _WIN32\n#include <windows.h>\n#endif\nvoid f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; }",
  ])
  func reportsArraysOfTheFunctionInPlainC(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .medium)
  }

  /// Objective-C has better types to pass on.
  @Test(arguments: ["a.m", "a.mm"])
  func reportsBuffersOfOthersInObjectiveC(_ path: String) {
    let source = "- (void)copy:(NSString *)text to:(char *)room { ⟦strcpy(room, text.UTF8String)⟧; }"
    expect(
      UnsafeCAPI.self, inObjectiveC: "@implementation A\n" + source + "\n@end", path: path,
      confidence: .medium)
  }

  @Test func aNameOfAFileMadeExclusivelyIsDoubtful() {
    expect(
      UnsafeCAPI.self,
      in: """
        func temporary(_ template: UnsafeMutablePointer<CChar>) -> Int32 {
          guard ⟦mktemp(template)⟧ != nil else { return -1 }
          return open(template, O_CREAT | O_EXCL | O_RDWR, 0o600)
        }
        """, confidence: .low)
  }

  /// Functions of others and members have the names of functions of the system now and then.
  @Test(arguments: [
    "int f(const char *c) { return sys::system(c) + fence::popen(c); }",
    "void f() { struct A { System &system; int n; A(System &system) : system(system), n(0) {} }; }",
    "void f() { struct A { A(S s) : n(std::move(s)), system(s) { } }; }",
  ])
  func namesakes(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp") }

  @Test(arguments: [
    "int f(const char *c) { return std::⟦system(c)⟧; }", "int f(const char *c) { return ::⟦system(c)⟧; }",
    "int f(int a, const char *c) { return a ? g(a) : ⟦system(c)⟧; }",
    "int f(int a, const char *c) { switch (a) { case (1): ⟦system(c)⟧; } return 0; }",
  ])
  func theFunctionOfTheSystem(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp")
  }

  @Test(arguments: [
    "void f(void) { void *p = alloca(64); void *q = alloca(sizeof(struct a) + 4 * MAX_COUNT); }",
    "int f(void) { return system(NULL) || system(0); }",
    "static const char *const cmd = \"ls\";\nvoid f(void) { system(cmd); }",
  ])
  func ignoresConstants(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c") }

  @Test(arguments: [
    "void f(char *s) { char *p = ⟦alloca(strlen(s) + 1)⟧; }",
    "void f(struct a *a) { size_t n = a->count * 8; void *p = ⟦alloca(n)⟧; }",
    "void f(void) { void *p = ⟦alloca(count())⟧; ⟦alloca(READ(STDIN_FD))⟧; }",
    "void f(char *s) { char c[64]; snprintf(c, sizeof(c), \"open %s\", s); ⟦system(c)⟧; }",
  ])
  func reportsSizesAndCommandsThatAreNotConstant(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .medium)
  }

  @Test func readsPlainC() {
    expect(UnsafeCAPI.self, inObjectiveC: "int f(char *a, char *b) { return *⟦strcat(a, b)⟧; }", path: "a.c")
  }

  @Test func readsSwift() {
    expect(
      UnsafeCAPI.self,
      in: "func f(_ p: UnsafeMutablePointer<CChar>, _ q: UnsafePointer<CChar>) { ⟦strcpy(p, q)⟧ }")
    expect(
      UnsafeCAPI.self, in: "let store = Store(); store.system(command)\nfunc alloca(_ n: Int) {}\nalloca(3)")
  }

  @Test(arguments: [
    "switch error { case .system(let code): show(code); default: break }",
    "Text(title).font(.system(size))",
  ])
  func aCaseOrAStyleCalledSystemIsNoCallOfC(_ source: String) { expect(UnsafeCAPI.self, in: source) }
}
