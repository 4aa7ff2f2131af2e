import OmamoriReport
import Testing

@testable import OmamoriScanner

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

  @Test(arguments: [
    "char *f(const char *s) { char *b = malloc(strlen(s) + 2); ⟦strcpy(b, s)⟧; return b; }",
    "void f(Lease *l) { char *t = static_cast<char *>(l->Alloc(l->size() + 1)); ⟦strcpy(t, l->text())⟧; }",
    "void f(int n, char **v) { for (int i = 0; i < n; i++) { w[i] = malloc(length(v[i])); ⟦strcpy(w[i], v[i])⟧; } }",
    "int f(char *p) { if (!⟦mktemp(p)⟧) { return -1; } return open(p, O_CREAT | O_EXCL | O_RDWR, 0600); }",
  ])
  func whatLooksBeforeIsDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, confidence: .low)
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

  /// Room of a fixed size, for another text, in another function or made too late is no room.
  @Test(arguments: [
    "void f(const char *s) { char *b = malloc(64); ⟦strcpy(b, s)⟧; }",
    "void f(const char *s) { char *b = malloc(16 * sizeof(char)); ⟦strcpy(b, s)⟧; }",
    "void f(const char *s, char *b) { char *c = malloc(length(s)); ⟦strcpy(b, s)⟧; }",
    "void g(const char *s) { b = malloc(length(s)); } void f(const char *s) { ⟦strcpy(b, s)⟧; }",
    "void f(const char *s, char *b) { ⟦strcpy(b, s)⟧; b = malloc(length(s)); }",
  ])
  func otherRoomSaysNothing(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, confidence: .medium)
  }

  @Test func theLengthOfAnotherTextSaysNothing() {
    expect(
      UnsafeCAPI.self, inObjectiveC: "void f(char *s, char *t) { char b[8]; strlen(t); ⟦strcpy(b, s)⟧; }",
      confidence: .medium)
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
}
