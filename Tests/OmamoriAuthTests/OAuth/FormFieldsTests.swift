@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct FormFieldsTests {
  /// What the escaping of URLs lets through would change a form: `+` becomes a space, `&` and `=` begin fields.
  @Test func theTextThatOthersBreakIsWhole() {
    #expect(FormFields.encode("a+b/c=d&e?f;g h%é") == "a%2Bb%2Fc%3Dd%26e%3Ff%3Bg+h%25%C3%A9")
    #expect(FormFields.encode("AZaz09*-._") == "AZaz09*-._")
    #expect(FormFields.encode("~!'()\u{0}\r\n") == "%7E%21%27%28%29%00%0D%0A")
    #expect(FormFields.encode("日本") == "%E6%97%A5%E6%9C%AC")
  }

  @Test func whatIsWrittenIsRead() throws {
    let randomness = SeededRandomness(seed: 21)
    for _ in 0..<300 {
      let bytes = try randomness.bytes(count: try randomness.integer(in: 0...40))
      let text = String(decoding: bytes, as: UTF8.self)
      var form = FormFields()
      form.set("a b", text)
      form.set("z", "&=" + text)
      #expect(FormReader.fields(form.encoded) == ["a b": text, "z": "&=" + text])
    }
  }

  @Test func aFieldIsThereOnce() {
    var form = FormFields()
    form.set("a", "1")
    form.set("b", "2")
    form.set("a", "3")
    form.set("c", nil)
    #expect(form.encoded == "a=3&b=2")
    form["b"] = nil
    #expect(form.encoded == "a=3")
  }

  @Test func nothingIsPrinted() {
    let probe = LeakProbe()
    var form = FormFields()
    form.set("code", probe.marker)
    #expect(probe.leaks(in: form) == [] && probe.leaks(in: form.body) == [])
  }
}
