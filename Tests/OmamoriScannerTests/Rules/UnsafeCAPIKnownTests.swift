import OmamoriReport
import Testing

@testable import OmamoriScanner

/// What C hands to functions that cannot look for themselves, where the code says how it was made.
@Suite struct UnsafeCAPIKnownTests {
  @Test(arguments: [
    "int f(void) { return system(NULL) || system(0); }",
    "void f(int n) { char c[64]; snprintf(c, sizeof(c), \"/bin/kill %d\", n); system(c); }",
    "void f(int n) { char c[64]; sprintf(c, \"show %u %s\", n, n ? \"-a\" : \"-b\"); pclose(popen(c, \"r\")); }",
    "void f(T *t, int n) { snprintf(t->command, 64, \"kill %d\", n); pclose(popen(t->command, \"r\")); }",
    "void f(int n, char *c) { snprintf(c, 64, \"kill %d\", n); system(c); }",
    "void f(T *t) { int r; if (t) { sprintf(t->a.command, \"ls\"); if ((r = system(t->a.command)) < 0) { } } }",
    "void f(char *list, int n) { char t[16]; sprintf(t, \",%d\", n); strcat(list, t); }",
    "void f(char *list, char *s) { char t[16]; sprintf(t, \",%.8s\", s); strcat(list, t); }",
    "void f(int n) { const char *a, *b; if (n) { a = \"1\"; b = \"2\"; } else { a = b = \"3\"; } }\nvoid g(char *b) { }",
    "void g(char *b) { }\nvoid f(int n, char *to) { const char *a, *b; if (n) { b = \"2\"; } else { b = \"3\"; } strcpy(to, b); }",
  ])
  func isSilent(_ source: String) { expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c") }

  @Test(arguments: [
    "void f(char *s) { char c[64]; snprintf(c, sizeof(c), \"open %s\", s); ⟦system(c)⟧; }",
    "void f(int n) { char c[64]; snprintf(c, sizeof(c), \"kill %d\", n); fill(c); ⟦system(c)⟧; }",
    "void f(int n) { char c[64]; snprintf(c, sizeof(c), \"kill %d\", n); read(n, &c[4], 9); ⟦system(c)⟧; }",
    "void f(int n, char *c) { snprintf(c, 64, \"kill %d\", n); g(); ⟦system(c)⟧; }",
    "void f(void) { char c[64]; ⟦system(c)⟧; }",
    "void f(char *s) { char c[64]; snprintf(c, 64, \"kill %.20s\", s); g(); ⟦system(c)⟧; }",
    "void f(char *s) { char c[64]; snprintf(c, 64, \"kill %c%c\", s[0], s[1]); g(); ⟦system(c)⟧; }",
    "void f(T *t, char *s) { snprintf(t->c, 64, \"kill %.*s\", 20, s); ⟦system(t->c)⟧; }",
    "void f(char *c) { sprintf(c, \"ls\"); if (fill(c) && ⟦system(c)⟧) { } }",
    "void f(T *t) { sprintf(t->c, \"ls\"); if (next() && ⟦system(t->c)⟧) { } }",
    "void f(T *t) { sprintf(t->c, \"ls\"); while (⟦system(t->c)⟧) { fill(t); } }",
    "void f(char *s) { char to[9], t[40]; int l = snprintf(t, 40, \"%s\", s); ⟦strcpy(to, t)⟧; }",
    "void f(T *t, char *s) { snprintf(t->command, 64, \"kill %s\", s); ⟦system(t->command)⟧; }",
    "void f(T *t, int n) { if (n) snprintf(t->command, 64, \"kill %d\", n); ⟦system(t->command)⟧; }",
    "void f(T *t, int n) { snprintf(t->command, 64, \"ls %d\", n); add(t); ⟦system(t->command)⟧; }",
    "void f(T *t, int n) { snprintf(t->other, 64, \"ls %d\", n); ⟦system(t->command)⟧; }",
    "void f(T *t, int n) { switch (n) { case 1: snprintf(t->c, 64, \"ls\"); case 2: ⟦system(t->c)⟧; } }",
    "void f(T *t, int n) { if (n) { snprintf(t->c, 64, \"ls\"); } ⟦system(t->c)⟧; }",
    "void f(int n, char *s) { char c[64]; snprintf(c, 64, \"kill %d\", n); snprintf(c, 64, s); ⟦system(c)⟧; }",
    "void f(int n, char *s) { char c[64]; snprintf(c, 64, \"kill %d\", n); ⟦strcat(c, s)⟧; ⟦system(c)⟧; }",
    "void f(char *s) { char list[9]; char t[16]; ⟦sprintf(t, \",%s\", s)⟧; ⟦strcat(list, t)⟧; }",
    "void f(struct a *a) { ⟦alloca(a->max_count * a->count)⟧; ⟦alloca(max_of(a))⟧; ⟦alloca(a->max[a->n])⟧; }",
    "void g(char *b) { }\nvoid f(char *s) { char to[9]; const char *a, *b; a = \"1\"; b = s; ⟦strcpy(to, b)⟧; }",
    "void f(char *s) { char to[4], t[8]; snprintf(t, 8, \"%s\", s); ⟦strcpy(to, t)⟧; }",
    "char to[9];\nvoid f(void) { ⟦strcpy(to, inet_ntoa(a) + n(b))⟧; }",
  ])
  func speaks(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.c", confidence: .medium)
  }

  @Test(arguments: [
    "void f(struct a *a) { size_t n = a->max_reply + MAX_TRAILER; ⟦alloca(n)⟧; ⟦alloca(a->buffer.capacity)⟧; }",
    "void f(char *s) { char b[8]; if (uprv_strlen(s) < 8) { ⟦strcpy(b, s)⟧; } }",
    "void f(char *to, int size, int n) { char t[40]; int l = ::snprintf(t, 40, \"%s\", g(n)); if (l < size) { ⟦strcpy(to, t)⟧; } }",
    "void f(char *to) { ⟦strcpy(to, inet_ntoa(address))⟧; }",
  ])
  func isDoubtful(_ source: String) {
    expect(UnsafeCAPI.self, inObjectiveC: source, path: "a.cpp", confidence: .low)
  }
}
