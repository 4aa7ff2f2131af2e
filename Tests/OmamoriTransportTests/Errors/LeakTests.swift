@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// Nothing that could be logged shows a path, a query, a field's value or a body.
@Suite struct LeakTests {
  static let probe = LeakProbe()

  /// Every decoder of the module, with what it prints of its result or its error.
  static let decoders: [@Sendable (String) -> [Any]] = [
    { text in outcome { try RequestURL(text) } },
    { text in outcome { try RequestURL("https://a.example/b").resolve(text) } },
    { text in outcome { try Endpoint(text) } },
    { text in outcome { try Endpoint(segments: [text], query: [QueryItem("q", text)]) } },
    { text in
      outcome {
        let url = try RequestURL("https://a.example/" + text)
        return try HTTPRequest(
          .post, url, headers: HeaderFields(["X-A": text]), body: .bytes(Data(text.utf8), .json))
      }
    },
    { text in outcome { try HeaderFields([text: "1"]) } },
    { text in outcome { try ResponseFields(["A": text]) } },
    { text in
      outcome {
        var fields = ResponseFields()
        for name in [
          "Strict-Transport-Security", "Content-Security-Policy", "Set-Cookie", "Cache-Control", "Server",
          "Access-Control-Allow-Origin", "Referrer-Policy", "X-Content-Type-Options", "Content-Type",
        ] { try fields.append(Array("\(name): \(text)".utf8)) }
        return try HeaderPolicy.require(.high).check(fields, from: HostName("a.example")) as Any
      }
    },
    { text in
      outcome {
        try ResponseExpectation.json.check(status: 200, contentTypes: [text], hasBody: true)
        return 0
      }
    },
    { text in outcome { try JSONBody.decode([String: Int].self, from: Data(text.utf8)).count } },
    { text in outcome { try TrustAnchors.certificates(in: Data(text.utf8)) } },
    { text in outcome { try CertificatePin(base64: text) } },
    { text in
      outcome {
        let policy = try TransportPolicy(redirects: .sameOrigin(limit: 1))
        var machine = RedirectMachine(
          try HTTPRequest(.get, RequestURL("https://a.example/" + text)), policy: policy)
        return try machine.handle(status: 302, locations: [text])
      }
    },
  ]

  static func outcome(_ body: () throws -> Any) -> [Any] {
    do {
      // A host is public by its nature; what follows it is not.
      return [try body()]
    } catch {
      return [error]
    }
  }

  @Test func nothingIsShown() throws {
    let templates = [
      "%", "https://a.example/%", "https://a.example/x?token=%", "http://a.example/%", "//a.example/%#%",
      "/%", "?%", "\\%",
      "../%", "a\r\n%", "Bearer %", "text/html; x=%", "max-age=%", "a=%; Secure", "{\"%\":1}",
      "{\"a\":\"%\"}", "[%",
      "-----BEGIN CERTIFICATE-----\n%\n-----END CERTIFICATE-----", "sha256/%", "https://user:%@a.example/",
    ]
    let inputs = try Self.probe.inputs(from: templates, randomness: SeededRandomness(seed: 7), count: 12)
    for input in inputs {
      let text = String(decoding: input, as: UTF8.self)
      for (place, decoder) in Self.decoders.enumerated() {
        for result in decoder(text) {
          // The query's name and a field's name are what a program wrote; only the tests put a marker there.
          if place == 5, result is HeaderFields { continue }
          #expect(Self.probe.leaks(in: result).isEmpty, "decoder \(place)")
        }
      }
    }
  }

  @Test func theProbeFindsWhatIsShown() {
    #expect(!Self.probe.leaks(in: ["x": Self.probe.marker]).isEmpty)
  }
}
