import OmamoriCore
import Testing

/// Texts as the bytes that kernels, loaders and servers see.
@Suite struct TextBytesTests {
  @Test func beginnings() {
    #expect(!"/memfd:\u{301}x".hasPrefix("/memfd:"), "what makes this necessary")
    #expect("/memfd:\u{301}x".hasBytePrefix("/memfd:"))
    #expect("/memfd:".hasBytePrefix("/memfd:") && "a".hasBytePrefix(""))
    #expect(!"/memfd".hasBytePrefix("/memfd:") && !"".hasBytePrefix("a"))
    #expect(!"\u{E9}x".hasBytePrefix("e\u{301}"), "another spelling is another text")
  }

  @Test func endings() {
    #expect("a\u{301} (deleted)".hasByteSuffix(" (deleted)"))
    #expect(!"a\r\n".hasSuffix("\n") && "a\r\n".hasByteSuffix("\n"))
    #expect(!"b".hasByteSuffix("ab") && "ab".hasByteSuffix(""))
  }

  @Test func parts() {
    #expect("/a.so:\u{301}/b.so c".split(atBytes: ":", " ") == ["/a.so", "\u{301}/b.so", "c"])
    #expect("a\r\nb\n\nc".split(atBytes: "\n") == ["a\r", "b", "c"])
    #expect("::".split(atBytes: ":").isEmpty && "".split(atBytes: ":").isEmpty)
  }
}
