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
    "bool f(char *p) { return ⟦mktemp(p)⟧ != nullptr && mkdir(p, 0700) != -1; }",
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

  /// Numbers, texts of the code and texts whose length is limited have a longest form.
  @Test(arguments: [
    "void f(int n) { char b[64]; sprintf(b, n < 0 ? \"%d -\" : \"%d %\"PRIu64\" %x\", n, n, n); }",
    "void f(int n) { char b[64]; sprintf(b, \"%s %d\", n < 0 ? \"-\" : \"+\", n); }",
    "void f(const char *s) { char b[64]; sprintf(b, \"%.8s %5.3f%%\", s, 1.0); }",
    "void f(int n) { const char *t; if (n) { t = \"yes\"; } else { t = \"no\"; } char b[8]; strcpy(b, t); }",
    "void f(int n) { char b[8]; strcpy(b, n ? \"yes\" : \"no\"); }",
    "void f(int n) { static const char *days[] = {\"Sun\", \"Mon\"}; char b[64]; sprintf(b, \"%s %d\", days[n], n); }",
    "static const char *const days[] = {\"Sun\", \"Mon\"};\nvoid f(int n) { char b[8]; strcpy(b, days[n]); }",
  ])
  func whatHasALongestForm(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c") }

  @Test(arguments: [
    "void f(char *s, int n) { char b[64]; ⟦sprintf(b, n < 0 ? \"%d\" : \"%d %s\", n, s)⟧; }",
    "void f(char *s) { char b[64]; ⟦sprintf(b, \"%d %-8s\", 1, s)⟧; ⟦sprintf(b, \"%*d\", w, 1)⟧; }",
    "void f(char *s, char *t) { char b[9]; ⟦sprintf(b, \"%.8s%s\", s, t)⟧; ⟦sprintf(b, \"%s\")⟧; }",
    "void f(char *s, int n) { const char *a[] = {\"b\", s}; char b[9]; ⟦sprintf(b, \"%s\", a[n])⟧; }",
    "void f(char *s) { const char *a[] = {\"b\", \"c\"}; a[1] = s; char b[9]; ⟦strcpy(b, a[1])⟧; }",
    "const char *a[] = {\"b\"};\nvoid f(const char **a, int n) { char b[9]; ⟦strcpy(b, a[n])⟧; }",
    "void f(char *s, char *format) { char b[9]; ⟦sprintf(b, format, s)⟧; }",
    "void f(char *s, int n) { char b[9]; ⟦strcpy(b, n ? \"yes\" : s)⟧; }",
    "void f(char *s) { char *t = \"a\"; t = s; char b[9]; ⟦strcpy(b, t)⟧; }",
  ])
  func whatHasNoLongestForm(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .medium)
  }

  /// Every name is made of the next one a hundred times; to look into all of them would take for ever.
  @Test func whatIsMadeOfEachOther() {
    func sum(_ name: String) -> String { Array(repeating: name, count: 90).joined(separator: " + ") }
    func choice(_ name: String) -> String { (1...40).map { "n == \($0) ? \(name) :" }.joined() + name }
    let sizes = "void f(void) { c = \(sum("d")); b = \(sum("c")); a = \(sum("b")); ⟦alloca(\(sum("a")))⟧; }"
    expect(UnsafeCAPI.self, inObjectiveC: sizes, path: "a.c")
    let texts =
      "void f(int n) { d = \"x\"; c = \(choice("d")); b = \(choice("c")); ⟦strcpy(t, \(choice("b")))⟧; }"
    expect(UnsafeCAPI.self, inObjectiveC: texts, path: "a.c")
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
    "void f(void) { void *p = alloca(64); void *q = alloca(sizeof(struct a) + 4 * sizeof *q); }",
    "void f(void) { size_t n = MAX_SIZE + sizeof(int); p = alloca(round_page(n)); }",
  ])
  func aFixedSizeOfTheStack(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c") }

  @Test(arguments: [
    "void f(size_t n) { void *p = n < 512 ? ⟦alloca(n)⟧ : malloc(n); }",
    "void f(char *s) { size_t n = strlen(s); if (n > 16) { return; } p = ⟦alloca(n)⟧; }",
    "void f(int n) { int *p = ⟦alloca((n - 6) * sizeof(int))⟧; }",
    "void f(int n) { size_t size = sizeof(int) * n; if (n > 16) { return; } p = ⟦alloca(size)⟧; }",
  ])
  func aSizeThatIsComparedIsDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .low)
  }

  @Test(arguments: [
    "void f(char *s) { char *p = ⟦alloca(strlen(s) + 1)⟧; }",
    "void f(struct a *a) { size_t n = a->count * 8; void *p = ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = strlen(s); for (int i = 0; i < n; i++) { g(i); } p = ⟦alloca(n * sizeof(int))⟧; }",
    "void f(void) { void *p = ⟦alloca(count())⟧; }",
  ])
  func aSizeOfAnyKind(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .medium)
  }

  @Test(arguments: [
    "void f(Q *q) { size_t n = strlen(q->label) + 1; char *p = make(n); ⟦strcpy(p, q->label)⟧; }",
    "void f(std::string &s) { auto p = take(s.size() + 1); ⟦strcpy(p, s.c_str())⟧; }",
    "void f(const char *s) { char *p = new char[length(s) + 1]; ⟦strcpy(p, s)⟧; }",
    "void f(char *s) { n = strlen(s) + 8; char *b = make(n); ⟦sprintf(b, \"%s:%d\", s, 1)⟧; }",
    "void f(void) { char a[MAX_PATH]; char b[MAX_PATH]; fill(a); ⟦strcpy(b, a)⟧; }",
    "char *__checked_strcpy(char *to, const char *from, int label) { return ⟦strcpy(to, from)⟧; }",
  ])
  func whatIsMeasuredInOtherWaysIsDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .low)
  }

  @Test(arguments: [
    "char p[9];\nvoid f(Q *q, Q *r) { size_t n = strlen(r->label); ⟦strcpy(p, q->label)⟧; }",
    "char p[9];\nvoid f(std::string &s, std::string &t) { take(t.size()); ⟦strcpy(p, s.c_str())⟧; }",
    "char b[9];\nvoid f(char *s, char *t) { n = strlen(s); ⟦sprintf(b, \"%s:%s\", s, t)⟧; }",
    "void f(void) { char a[80]; char b[40]; fill(a); ⟦strcpy(b, a)⟧; ⟦strcat(b, b)⟧; }",
    "char name[9];\nvoid set_name(const char *from) { ⟦strcpy(name, from)⟧; }",
  ])
  func otherMeasuresSayNothing(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .medium)
  }

  /// What can be written, by a plain assignment or through its address, may be any text.
  @Test(arguments: [
    "static const char *cmds[] = {\"ls\"};\nvoid set(const char *u) { cmds[0] = u; }\nvoid run(void) { ⟦system(cmds[0])⟧; }",
    "const char *cmds[] = {\"ls\"};\nvoid g(void) { fill(cmds); }\nvoid run(void) { ⟦popen(cmds[0], \"r\")⟧; }",
    "const char *cmds[] = {\"ls\"};\nvoid g(void) { fill(&cmds[0]); }\nvoid run(char *b) { ⟦strcpy(b, cmds[0])⟧; }",
    "static const char *cmd = \"ls\";\nvoid set(char *u) { cmd = u; }\nvoid run(void) { ⟦system(cmd)⟧; }",
    "static const char *cmd = \"ls\";\nvoid run(void) { char cmd[9]; fgets(cmd, 9, stdin); ⟦system(cmd)⟧; }",
    "void f(void) { char c[2][100] = {\"ls\", \"x\"}; fgets(c[0], 100, stdin); ⟦system(c[0])⟧; }",
    "void f(void) { char c[][100] = {\"ls\", \"x\"}; fgets(c[0], 100, stdin); ⟦system(c[0])⟧; }",
    "void f(void) { char c[] = \"ls  \"; fgets(c, 4, stdin); ⟦system(c)⟧; }",
    "void f(char *user) { const char *c = \"ls\"; fill(&c, user); ⟦system(c)⟧; }",
    "void f(char *user) { const char *c = \"ls\"; const char *d = c; fill(&c, user); d = c; ⟦system(d)⟧; }",
    "void f(void) { const char *c = \"ls\"; { char c[9]; fgets(c, 9, stdin); ⟦system(c)⟧; } }",
    "void f(char *u) { const char *c = \"ls\"; const char *&r = c; r = u; ⟦system(c)⟧; }",
    "- (void)go { }\nvoid f(char *user) { NSString *c = @\"ls\"; fill(&c); ⟦system([c UTF8String])⟧; }",
    "void f(char *user) { char b[9]; ⟦sprintf(b, \"%2$s\", \"known\", user)⟧; }",
  ])
  func whatCanBeWrittenIsNotKnown(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, confidence: .medium)
  }

  @Test(arguments: [
    "static const char *const cmds[] = {\"ls\"};\nvoid f(int n) { if (n < ARRAY_SIZE(cmds)) { system(cmds[n]); } }",
    "static const char *const cmd = \"ls\";\nvoid g(void) { puts(cmd); }\nvoid f(void) { system(cmd); }",
    "static const char cmd[] = \"ls\";\nvoid f(void) { log(cmd, sizeof(cmd)); system(cmd); }",
    "void f(int n) { const char *c = n ? \"ls\" : \"dir\"; if (strlen(c) > 2 && *c) { puts(c); } system(c); }",
    "NSString *const cmd = @\"ls\";\n- (void)go { system([cmd UTF8String]); }",
  ])
  func whatIsOnlyReadIsKnown(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source) }

  /// A table of very many texts is no list of known ones; to read them for each call would take for ever.
  @Test func aTableOfVeryManyTexts() {
    let table = (0..<990).map { "\"\($0) %s\"" }
    let given = String(repeating: "b = t[i]; ", count: 14) + String(repeating: "a = b; ", count: 4)
    func source(_ count: Int) -> String {
      let texts = table.prefix(count).joined(separator: ", ")
      let call = count > 256 ? "⟦sprintf(o, a, \"x\")⟧;" : "sprintf(o, a, \"x\");"
      return "void f(int i) { const char *t[] = {\(texts)}; const char *a; const char *b; \(given)"
        + String(repeating: call, count: 20) + " }"
    }
    expect(UnsafeCAPI.self, inObjectiveC: source(990), path: "a.c")
    expect(UnsafeCAPI.self, inObjectiveC: source(200), path: "a.c")
  }

  @Test(arguments: [
    "void f(NSData *data) { uint32_t len = 0; [data getBytes:&len length:4]; ⟦alloca(len)⟧; }",
    "void f(int fd) { int size = 0; read(fd, &size, sizeof size); ⟦alloca(size)⟧; }",
    "void f(char *s) { size_t n = 0; n += strlen(s); ⟦alloca(n)⟧; }",
    "void f(void) { int n = 0; while (next()) { n++; } ⟦alloca(n)⟧; }",
    "void f(void) { ⟦alloca(atoi(LENGTH_TEXT))⟧; ⟦alloca(READ(STDIN_FD))⟧; }",
    "void f(void) { int n = recvlen(STDIN_FD); ⟦alloca(n)⟧; }",
    "void f(char *s) { int LEN = atoi(s); ⟦alloca(LEN)⟧; }",
    "void f(char *s) { int LEN; scanf(\"%d\", &LEN); ⟦alloca(LEN)⟧; }",
    "static int LEN;\nvoid set(int n) { LEN = n; }\nvoid f(void) { ⟦alloca(LEN)⟧; }",
    "#define LEN atoi(getenv(\"N\"))\nvoid f(void) { ⟦alloca(LEN)⟧; }",
    "void f(int fd, int n) { read(fd, &n, sizeof n); ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); if (n > 0) { ⟦alloca(n)⟧; } }",
    "void f(char *s) { int n = atoi(s); while (n > 0) { ⟦alloca(n)⟧; } }",
    "void f(char *s) { int n = atoi(s); if (n < 0) { return; } ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); if (n < 16) { return; } ⟦alloca(n)⟧; }",
    "void f(char *s, int m) { int n = atoi(s); if (n < m) { ⟦alloca(n)⟧; } }",
    "void f(char *s) { int n = atoi(s); if (n > 16) { log(n); } ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); p = n > 64 ? ⟦alloca(n)⟧ : g(n); }",
    "void f(char *s) { int n = atoi(s); int m = atoi(s); if (n > 16) { return; } ⟦alloca(n * m)⟧; }",
  ])
  func aSizeFromOutside(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, confidence: .medium)
  }

  @Test(arguments: [
    "void f(char *s) { int n = atoi(s); if (n <= 64) { ⟦alloca(n)⟧; } }",
    "void f(char *s) { int n = atoi(s); if (16 < n) return; ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); if (n > LIMIT) { n = LIMIT; } ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); if (n > 64) { p = g(n); } else { p = ⟦alloca(n)⟧; } }",
    "void f(char *s) { int n = atoi(s); p = n > 64 ? malloc(n) : ⟦alloca(n)⟧; }",
    "void f(char *s) { int n = atoi(s); p = (n > 0 && n <= sizeof(b)) ? ⟦alloca(n)⟧ : malloc(n); }",
  ])
  func aSizeThatIsLimitedIsDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .low)
  }

  /// Who uses a name everywhere is not asked everywhere whether it is compared.
  @Test func comparisonsAmongVeryManyUses() {
    let uses = String(repeating: "k = n + 1; ", count: 300)
    let source = "int n;\nvoid f(void) { \(uses) if (n > 16) { return; } ⟦alloca(n)⟧; }"
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .medium)
  }

  @Test(arguments: [
    "enum { LEN = 4 };\nstatic const int kMost = 8;\nvoid f(void) { alloca(LEN * kMost); }",
    "#define LEN (4 * sizeof(struct a))\nvoid f(void) { int n = MAX(LEN, 64); if (n & 1) { g(n); } alloca(n); }",
    "void f(void) { size_t n; n = 64; alloca(n * sizeof(int)); }",
  ])
  func aSizeFixedInOtherWays(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c") }

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
