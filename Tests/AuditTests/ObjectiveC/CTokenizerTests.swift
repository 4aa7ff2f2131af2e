import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CTokenizerTests {
  private func tokens(_ text: String, flags: Set<String> = []) -> [String] {
    CTokenizer(Array(text.utf8), flags: flags).tokens.map(\.text)
  }

  @Test func divides() {
    #expect(
      tokens(#"if (a->b != 0x1Fu) { [self log:@"x\n\u3042" at:1.5e-3]; }"#) == [
        "if", "(", "a", "->", "b", "!=", "0x1Fu", ")", "{", "[", "self", "log", ":", "x\nあ", "at", ":",
        "1.5e-3",
        "]", ";", "}",
      ])
  }

  @Test func literalsThatFollowEachOtherAreOne() {
    let tokenizer = CTokenizer(Array(#"s = @"ab" @"cd"/* x */"ef"; c = u8"z";"#.utf8))
    #expect(tokenizer.tokens.map(\.text) == ["s", "=", "abcdef", ";", "c", "=", "z", ";"])
    #expect(tokenizer.tokens[2].kind == .object)
    #expect(tokenizer.tokens[2].range == 4..<26)
  }

  @Test func rawStringsKeepTheirQuotes() {
    #expect(
      tokens(#"auto s = R"x(a "b" \n)x"; f();"#) == ["auto", "s", "=", #"a "b" \n"#, ";", "f", "(", ")", ";"])
  }

  @Test func commentsAreNoTokens() {
    let text = "a; // strcpy(b, c) \\\n still\nb; /* gets(x) */ c;"
    #expect(tokens(text) == ["a", ";", "b", ";", "c", ";"])
    #expect(CTokenizer(Array(text.utf8)).comments.count == 2)
  }

  @Test(arguments: [
    ("#if DEBUG\na\n#else\nb\n#endif\nc", "b c"),
    ("#ifdef DEBUG\na\n#endif\nc", "c"),
    ("#ifndef DEBUG\na\n#else\nb\n#endif", "a"),
    ("#if defined(DEBUG) && FOO\na\n#elif 1\nb\n#else\nd\n#endif", "b"),
    ("#if !DEBUG || FOO\na\n#endif", "a"),
    ("#if 0\na\n#if 1\nb\n#endif\n#endif\nc", "c"),
    ("#if FOO\na\n#else\nb\n#endif", "a b"),
    ("#if TARGET_OS_SIMULATOR\na\n#else\nb\n#endif", "b"),
    ("#endif\n#else\na", "a"),
  ])
  func branchesOfDebugBuildsAreLeftOut(_ text: String, _ expected: String) {
    #expect(tokens(text).joined(separator: " ") == expected)
  }

  @Test func aFlagOfReleaseBuildsCounts() {
    #expect(tokens("#if DEBUG\na\n#endif", flags: ["DEBUG"]) == ["a"])
  }

  @Test func macrosAndImportsAreKept() {
    let tokenizer = CTokenizer(
      Array("#import <Foo/Foo.h>\n#include \"b.h\"\n#define KEY @\"a\" \\\n  @\"b\"\n#define F(x) x\nz".utf8))
    #expect(tokenizer.imports.map(\.name) == ["Foo/Foo.h", "b.h"])
    #expect(tokenizer.defines.map(\.name) == ["KEY", "F"])
    #expect(tokenizer.defines.map(\.isFunction) == [false, true])
    #expect(tokenizer.defines[0].value.map(\.text) == ["ab"])
    #expect(tokenizer.tokens.map(\.text) == ["z"])
  }

  @Test(arguments: ["\"abc", "@", "'", "/*", "#", "#define", "R\"(", "\\", "@\"a\\", "\"\\x", "1e", "]])}"])
  func endsAnywhere(_ text: String) {
    let tokenizer = CTokenizer(Array(text.utf8))
    for token in tokenizer.tokens {
      #expect(token.range.upperBound <= text.utf8.count)
    }
  }
}
