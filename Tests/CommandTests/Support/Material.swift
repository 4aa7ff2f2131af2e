/// Sources that tests audit.
enum Material {
  /// A session that accepts TLS 1.0: one finding of high severity and confidence.
  static let oldTLS = """
    import Foundation

    func open() -> URLSession {
      let configuration = URLSessionConfiguration.default
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv10
      return URLSession(configuration: configuration)
    }

    """

  /// The name of the rule that finds it.
  static let rule = "tls-minimum-too-low"

  /// A file whose audit takes a while.
  static let long =
    "import Foundation\n"
    + (0..<1_000).map { number in
      "let page\(number) = URL(string: \"https://a.example/\" + name + [first, second].joined())\n"
    }.joined()
}
