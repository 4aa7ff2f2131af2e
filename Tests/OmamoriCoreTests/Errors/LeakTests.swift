@_spi(Testing) import OmamoriCore
import Testing

@Suite struct LeakTests {
  private let probe = LeakProbe()

  @Test func noRefusedDocumentShowsInItsError() throws {
    let random = SeededRandomness(seed: UInt64.random(in: .min ... .max))
    let templates = [
      #"{"password":"%"}"#, #"{"%":1,"%":2}"#, #"["%",%]"#, "%", #""%\u00zz""#, #"{"%":[{"%":"%"},1.5.%]}"#,
    ]
    var refused = 0
    for input in try probe.inputs(from: templates, randomness: random, count: 500) {
      do throws(CoreError) {
        _ = try StrictJSON.parse(input)
      } catch {
        refused += 1
        #expect(probe.leaks(in: error).isEmpty, "seed \(random.seed)")
      }
    }
    #expect(refused > 1_000)
  }

  @Test func noRefusedTextShowsInItsError() throws {
    let random = SeededRandomness(seed: UInt64.random(in: .min ... .max))
    var refused = 0
    for input in try probe.inputs(from: ["%", "%=", "AAAA%.", "%+%"], randomness: random, count: 500) {
      do throws(CoreError) {
        _ = try Base64URL.decode(input.span)
      } catch {
        refused += 1
        #expect(probe.leaks(in: error).isEmpty, "seed \(random.seed)")
      }
    }
    #expect(refused > 500)
  }

  @Test func theProbeFindsLeaks() {
    struct Careless: Error { let text: String }
    #expect(probe.leaks(in: Careless(text: "no \(probe.marker)!")).contains("plain"))
    #expect(probe.leaks(in: Careless(text: probe.marker.uppercased())).contains("plain"))
    #expect(probe.leaks(in: Array(probe.marker.utf8)).contains("array"))
    #expect(probe.leaks(in: Data(probe.marker.utf8).base64EncodedString()).contains("base64"))
    let digits = probe.marker.utf8.map { String($0, radix: 16) }.joined()
    #expect(probe.leaks(in: digits) == ["hexadecimal"])
    #expect(probe.leaks(in: Redacted(probe.marker)).isEmpty)
    #expect(probe.leaks(in: SharedSecretBytes(SecretBytes(copying: Array(probe.marker.utf8)))).isEmpty)
  }
}
