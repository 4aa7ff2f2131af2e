import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import PolicyCommands

/// The parameters that say which keys a signature is verified with.
struct VerificationKeys: Sendable {
  /// Where keys are.
  enum Source: Sendable {
    /// A file with one key.
    case key(String)
    /// A file with a set of keys.
    case set(String)
    /// A server that publishes a set.
    case url(String)
  }

  private let key: Parameter<[FilePath]>
  private let set: Parameter<[FilePath]>
  private let url: Parameter<[String]>
  private let server: ServerOptions

  init(_ declare: inout Declaration) {
    key = declare.options(
      "--key", value: "FILE",
      help: HelpText("Verify with this key (JSON or PEM).", ja: "この鍵（JSON または PEM）で検証します。"))
    set = declare.options(
      "--keys", value: "FILE",
      help: HelpText("Verify with a key of this set (JSON).", ja: "この鍵セット（JSON）の鍵で検証します。"))
    url = declare.options(
      "--keys-url", value: "URL",
      help: HelpText(
        "Fetch the set from here; a URL in the token is never followed.",
        ja: "鍵セットをこの URL から取得します。トークン内の URL は参照しません。"))
    server = ServerOptions(&declare)
  }

  /// Where the keys are, in the order in which it was typed.
  ///
  /// - Returns: At least one place; all are of one kind, since their order would not be known otherwise.
  /// - Throws: ``CryptoFault``.
  func sources(_ arguments: Arguments) throws -> [Source] {
    let kinds = [
      try arguments[key].map { Source.key($0.string) }, try arguments[set].map { Source.set($0.string) },
      try arguments[url].map(Source.url),
    ].filter { !$0.isEmpty }
    guard kinds.count == 1 else {
      throw CryptoFault.usage(
        HelpText("say once which keys verify", ja: "検証に使う鍵を 1 つの方法で指定してください"),
        hint: HelpText(
          "give one of --key, --keys and --keys-url", ja: "--key、--keys、--keys-url のどれか 1 つを指定してください"))
    }
    return kinds[0]
  }

  /// Where the keys are.
  ///
  /// - Throws: ``CryptoFault`` when it was typed more than once.
  func onlySource(_ arguments: Arguments) throws -> Source {
    let sources = try sources(arguments)
    guard sources.count == 1 else {
      throw CryptoFault.usage(
        HelpText("the keys are given more than once", ja: "鍵が複数回指定されています"),
        hint: HelpText(
          "put them into one set: 'omamori jwk public --set'",
          ja: "'omamori jwk public --set' で 1 つの鍵セットにまとめてください"))
    }
    return sources[0]
  }

  /// Gets the keys.
  ///
  /// - Parameters:
  ///   - source: Where they are.
  ///   - arguments: What was typed.
  /// - Returns: The keys; a single key without a name is taken for the one that a token means.
  /// - Throws: ``CryptoFault``, ``AuthError``, `CancellationError`.
  func keys(of source: Source, _ arguments: Arguments) async throws -> any KeySource {
    switch source {
    case .key(let path):
      let key = try KeyDocument.key(path, arguments)
      return key.identifier == nil ? NamelessKey(key: key) : try StaticKeys(key)
    case .set(let path):
      guard case .set(let keys) = try KeyDocument(path, arguments) else { throw CryptoFault.noSet(path) }
      return StaticKeys(keys)
    case .url(let url): return StaticKeys(try await fetch(url, arguments))
    }
  }

  /// The paths of the files that are read.
  func files(_ arguments: Arguments) throws -> [String] {
    try (arguments[key] + arguments[set]).map(\.string)
  }

  /// Whether the keys take all of standard input.
  func usesStandardInput(_ arguments: Arguments) throws -> Bool { try files(arguments).contains("-") }

  private func fetch(_ url: String, _ arguments: Arguments) async throws -> JSONWebKeySet {
    let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
    defer { progress.finish() }
    let text = LocalizedText("Fetching the keys…", ja: "鍵を取得しています…")[arguments.reportLanguage]
    do {
      let session = try ServerOptions.session(
        trusting: try server.authorities(arguments), from: "--ca")
      let request = try HTTPRequest(.get, try RequestURL(url))
      let response = try await progress.showing(text) { try await session.response(to: request) }
      return try JSONWebKeySet(json: response.body)
    } catch TransportError.cancelled {
      throw CancellationError()
    } catch TransportError.responseTooLarge(let limit) {
      throw CryptoFault.tooLarge(limit, hint: .checkKeysURL)
    } catch TransportError.malformedResponse {
      throw CryptoFault(
        .findings, CryptoFault(TransportError.malformedResponse, about: url).message, hint: .checkKeysURL)
    } catch let error as TransportError {
      throw CryptoFault(error, about: url)
    } catch let error as AuthError {
      // The server answered something else than keys: not the caller's mistake.
      throw CryptoFault.keySet(error)
    }
  }
}

/// A key without a name, which stands for whichever name a token gives its key.
struct NamelessKey: KeySource {
  let key: JSONWebKey

  func keys(for header: TokenHeader) throws(AuthError) -> JSONWebKeySet {
    try JSONWebKeySet([key.named(header.keyIdentifier)])
  }
}

extension HelpText {
  fileprivate static let checkKeysURL = HelpText(
    "check the URL of --keys-url; if it is right, tell the operator of the server",
    ja: "--keys-url の URL を確認してください。正しければ、サーバーの運営者に連絡してください")
}

extension CryptoFault {
  fileprivate static func noSet(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) is one key, not a set", ja: "\(Printable.quote(path)) は鍵セットではなく単独の鍵です"),
      hint: HelpText("give it with --key", ja: "--key で指定してください"))
  }
}
