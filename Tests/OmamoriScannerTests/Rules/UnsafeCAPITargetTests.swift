import OmamoriReport
import Testing

@testable import OmamoriScanner

/// Where C writes to: whether there is room shows only where the memory is made.
@Suite struct UnsafeCAPITargetTests {
  @Test(arguments: [
    "void f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; ⟦strcpy(&b[2], in)⟧; ⟦strcat((char *)b + 1, in)⟧; }",
    "char a[4], b[8];\nvoid f(char *in) { ⟦strcpy(b, in)⟧; }",
    "void f(char *in) { char *b = malloc(8); ⟦strcpy(b, in)⟧; }",
    "void f(char *in) { char *b = new char[8]; ⟦strcpy(b, in)⟧; }",
    "struct t { char name[8]; };\nvoid f(struct t *t, char *in) { ⟦strcpy(t->name, in)⟧; ⟦sprintf(t->name, \"%s\", in)⟧; }",
    "void f(struct sockaddr_un *a, char *in) { ⟦strcpy(a->sun_path, in)⟧; }",
    "void f(char *line) { ⟦gets(line)⟧; }",
    "#ifdef _WIN32\n#include <windows.h>\n#endif\nvoid f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; }",
  ])
  func isSeen(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .medium)
  }

  @Test(arguments: [
    "void f(char *to, char *in) { ⟦strcpy(to, in)⟧; ⟦sprintf(to + 4, \"%s\", in)⟧; }",
    "void f(struct t *t, char *in) { ⟦strcpy(t->name, in)⟧; ⟦strcpy(room_of(t), in)⟧; }",
    "void f(char *argv[], char *in) { ⟦strcpy(argv[1], in)⟧; }",
    "#include <windows.h>\nvoid f(char *in) { char b[8]; ⟦strcpy(b, in)⟧; ⟦system(in)⟧; ⟦sscanf(in, \"%s\", b)⟧; }",
    "#include <linux/input.h>\nvoid f(const void *p, int n) { char b[8]; ⟦memcpy(b, p, n)⟧; }",
    "void f(struct t *t) { p = ⟦alloca(t->count * sizeof(*p))⟧; q = ⟦alloca(sizeof(T) * (next(t) + 1))⟧; }",
  ])
  func isDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .low)
  }

  /// Objective-C has better types to hand on.
  @Test(arguments: ["a.m", "a.mm"])
  func objectiveCIsNotLetOff(_ path: String) {
    let source = "- (void)copy:(NSString *)text to:(char *)room { ⟦strcpy(room, text.UTF8String)⟧; }"
    expect(
      UnsafeCAPI.self, inObjectiveC: "@implementation A\n" + source + "\n@end", path: path,
      confidence: .medium)
  }
}
