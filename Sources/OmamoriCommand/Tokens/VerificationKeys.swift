#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth
import OmamoriCore
import OmamoriTransport

/// The parameters that say which keys a token is verified with.
struct VerificationKeys: Sendable {
  private let key: Parameter<FilePath?>
  private let set: Parameter<FilePath?>
  private let url: Parameter<String?>
  private let server: ServerOptions

  init(_ declare: inout Declaration) {
    key = declare.option(
      "--key", value: "FILE",
      help: HelpText("Verify with this key (JSON or PEM).", ja: "この鍵（JSON または PEM）で検証します。"))
    set = declare.option(
      "--keys", value: "FILE",
      help: HelpText("Verify with a key of this set (JSON).", ja: "この鍵セット（JSON）の鍵で検証します。"))
    url = declare.option(
      "--keys-url", value: "URL",
      help: HelpText(
        "Fetch the set from here; a URL in the token is never followed.",
        ja: "鍵セットをこの URL から取得します。トークン内の URL は参照しません。"))
    server = ServerOptions(&declare)
  }

  /// Gets the keys.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - identifier: The name of the key that the token means: a single key without a name is taken for it.
  /// - Returns: The keys.
  /// - Throws: ``CryptoFault``, ``AuthError``, `CancellationError`.
  func keys(_ arguments: Arguments, for identifier: String?) async throws -> StaticKeys {
    let (key, set) = (try arguments[key]?.string, try arguments[set]?.string)
    let url = try arguments[url]
    switch (key, set, url) {
    case (let path?, nil, nil):
      let key = try KeyDocument.key(path, arguments)
      return try StaticKeys(key.identifier == nil ? key.named(identifier) : key)
    case (nil, let path?, nil):
      guard case .set(let keys) = try KeyDocument(path, arguments) else { throw CryptoFault.noSet(path) }
      return StaticKeys(keys)
    case (nil, nil, let url?): return StaticKeys(try await fetch(url, arguments))
    default:
      throw CryptoFault.usage(
        HelpText("say once which keys verify", ja: "検証に使う鍵を 1 つの方法で指定してください"),
        hint: HelpText(
          "give one of --key, --keys and --keys-url", ja: "--key、--keys、--keys-url のどれか 1 つを指定してください"))
    }
  }

  /// Whether the keys take all of standard input.
  func usesStandardInput(_ arguments: Arguments) throws -> Bool {
    try arguments[key]?.string == "-" || arguments[set]?.string == "-"
  }

  private func fetch(_ url: String, _ arguments: Arguments) async throws -> JSONWebKeySet {
    let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
    defer { progress.finish() }
    let text = LocalizedText("Fetching the keys…", ja: "鍵を取得しています…")[arguments.reportLanguage]
    do {
      let session = try ServerOptions.session(
        trusting: try server.authorities(arguments), from: "--ca")
      let request = try Request(.get, try RequestURL(url))
      let response = try await progress.showing(text) { try await session.response(to: request) }
      return try JSONWebKeySet(json: response.body)
    } catch TransportError.cancelled {
      throw CancellationError()
    } catch let error as TransportError {
      throw CryptoFault(error, about: url)
    } catch let error as AuthError {
      let fault = CryptoFault(error, about: url)
      // The server answered something else than keys: not the caller's mistake.
      throw CryptoFault(.failure, fault.message, hint: fault.hint)
    }
  }
}

extension CryptoFault {
  fileprivate static func noSet(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) is one key, not a set", ja: "\(Printable.quote(path)) は鍵セットではなく単独の鍵です"),
      hint: HelpText("give it with --key", ja: "--key で指定してください"))
  }
}
#endif
