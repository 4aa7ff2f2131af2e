package import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import PolicyCommands

extension OmamoriTool {
  package static let pinFetchCommand = Command(
    "fetch", HelpText("Show the pins of servers", ja: "サーバーのピンを表示する"),
    discussion: HelpText(
      """
      Shows the chain of each server with the pins of every key and certificate. A chain that does not lead to a trusted \
      root is said to be unverified: it may be anybody's. With --format a document of pins is written, for verified chains \
      only.
      """,
      ja: """
        各サーバーのチェーンと、すべての鍵および証明書のピンを表示します。信頼するルートに至らないチェーンは「未検証」と表示します（別の\
        サーバーのものである可能性があります）。--format を指定すると、検証済みのチェーンに限りピンの文書を出力します。
        """),
    examples: [
      Example("omamori pin fetch api.example.com", HelpText("All pins.", ja: "すべてのピンを表示します。")),
      Example(
        "omamori pin fetch api.example.com --format nspinneddomains",
        HelpText("For Info.plist.", ja: "Info.plist 用に出力します。")),
      Example(
        "omamori pin fetch a.example.com b.example.com --format json > pins.json",
        HelpText("A set to work with.", ja: "作業用のピンセットを作ります。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("A chain is not verified.", ja: "検証できないチェーンがあります。"))
    ]
  ) { declare in
    let handles = PinFetchHandles(&declare)
    return { arguments in try await PinFetchRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin fetch`.
struct PinFetchHandles: Sendable {
  let servers: Parameter<[ServerAddress]>
  let format: Parameter<PinFormat?>
  let depth: Parameter<Int>
  let isUnverifiedAllowed: Parameter<Bool>
  let probe: ProbeOptions
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: true,
      help: HelpText("The servers; the port is 443 by default.", ja: "サーバー。ポートの既定は 443 です。"))
    format = declare.option(
      "--format", value: "FORMAT",
      help: HelpText("Write a document of pins in this format.", ja: "この形式のピンの文書を出力します。"))
    depth = declare.option(
      "--depth", value: "N", default: 0,
      help: HelpText(
        "Whose key the document pins; 0 is the server's.", ja: "文書でピン留めする鍵の深さ。0 はサーバー自身の鍵です。"))
    isUnverifiedAllowed = declare.flag(
      "--unverified",
      help: HelpText("Write the pins of unverified chains, too.", ja: "未検証のチェーンのピンも文書に含めます。"))
    probe = ProbeOptions(&declare)
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }
}

/// One run of `omamori pin fetch`.
struct PinFetchRun {
  private let arguments: Arguments
  private let handles: PinFetchHandles
  private let format: PinFormat?
  private let depth: Int

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: PinFetchHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    format = try arguments[handles.format]
    depth = try arguments[handles.depth]
    guard try format == nil || !arguments[handles.json] else {
      throw CryptoFault.usage(
        HelpText("--format and --json exclude each other", ja: "--format と --json は同時に指定できません"),
        hint: HelpText(
          "--format json writes a document of pins, --json all that was found",
          ja: "--format json はピンの文書を、--json は調べた内容すべてを出力します"))
    }
    guard (0..<PresentedChain.greatestCount).contains(depth) else {
      throw CryptoFault.usage(
        HelpText("--depth takes 0 to 31", ja: "--depth には 0 から 31 までを指定してください"),
        hint: HelpText("0 is the server's own key", ja: "0 はサーバー自身の鍵です"))
    }
  }

  /// Asks the servers and shows their pins.
  func run() async throws -> ExitCode {
    let examined = try await handles.probe.examine(try arguments[handles.servers], arguments)
    let chains = examined.map { server, result in (server, result.map(CertificateChainText.init), result) }
    if let format {
      try arguments.output.write(try document(chains.map { ($0.0, $0.1) }, format))
    } else if try arguments[handles.json] {
      let list = JSONValue.array(chains.map { Self.json($0.0, $0.1, $0.2) })
      try arguments.output.write(list.text(.pretty) + "\n")
    } else {
      try arguments.output.write(chains.map { text($0.0, $0.1) }.joined(separator: "\n"))
    }
    let found = chains.compactMap { try? $0.1.get() }
    if found.contains(where: { !$0.isValidated }) { return .findings }
    return found.count < chains.count ? .failure : .success
  }

  private typealias Chain = Result<CertificateChainText, TransportError>

  private static func json(
    _ server: ServerAddress, _ chain: Chain, _ result: Result<ServerFacts, TransportError>
  ) -> JSONValue {
    var object: JSONObject = [
      "host": .string(server.host.description), "port": .integer(server.port),
    ]
    switch chain {
    case .failure(let error):
      object["state"] = "unreachable"
      object["error"] = .string(error.explanation.english)
    case .success(let chain):
      object["state"] = chain.isValidated ? "validated" : "unverified"
      if case .success(let facts) = result { object["address"] = .string(facts.address) }
      for member in chain.json.objectValue?.members ?? [] { object[member.name] = member.value }
    }
    return .object(object)
  }

  private func text(_ server: ServerAddress, _ chain: Chain) -> String {
    let language = arguments.reportLanguage
    let terminal = arguments.output
    let name = terminal.styled(server.commandLineWord, .bold)
    switch chain {
    case .failure(let error):
      return "\(name): \(error.explanation[language])\n"
    case .success(let chain):
      let trust = terminal.styled(chain.trust[language], .bold, chain.isValidated ? .green : .red)
      var lines = ["\(name): \(trust)"]
      lines += chain.faults.map { "  " + $0.explanation[language] }
      let words = (
        until: LocalizedText("until", ja: "期限"), key: LocalizedText("key        ", ja: "鍵    "),
        certificate: LocalizedText("certificate", ja: "証明書")
      )
      for (depth, certificate) in chain.certificates.enumerated() {
        let title = CertificateChainText.name(of: certificate)
        let day = Day(certificate.notValidAfter).commandLineWord
        lines.append("  \(depth)  \(title), \(words.until[language]) \(day)")
        lines.append("     \(words.key[language])  \(CertificateChainText.pin(certificate, .publicKey))")
        lines.append(
          "     \(words.certificate[language])  \(CertificateChainText.pin(certificate, .certificate))")
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func document(_ chains: [(ServerAddress, Chain)], _ format: PinFormat) throws -> String {
    var entries: [PinnedHosts] = []
    for (server, chain) in chains {
      switch chain {
      case .failure(let error): arguments.say(CryptoFault(error, about: server.commandLineWord))
      case .success(let chain):
        guard try chain.isValidated || arguments[handles.isUnverifiedAllowed] else {
          arguments.say(.unverified(server.commandLineWord))
          continue
        }
        guard chain.certificates.indices.contains(depth) else {
          throw CryptoFault.usage(
            HelpText(
              "\(server.commandLineWord) has no certificate at depth \(depth)",
              ja: "\(server.commandLineWord) に深さ \(depth) の証明書はありません"),
            hint: HelpText(
              "its chain goes down to \(chain.certificates.count - 1)",
              ja: "チェーンの深さは \(chain.certificates.count - 1) までです"))
        }
        guard !entries.contains(where: { $0.host == server.host }) else { continue }
        let pins = [CertificatePin(certificate: chain.certificates[depth])]
        entries.append(
          try PinnedHosts(
            server.host, scope: .host, leaf: depth == 0 ? pins : nil, authorities: depth == 0 ? nil : pins))
      }
    }
    guard !entries.isEmpty else { return "" }
    let conversion = try PinDocument(entries).written(as: format)
    try arguments.say(conversion.notes)
    arguments.warn(
      HelpText("there is no backup pin", ja: "予備のピンがありません"),
      hint: HelpText(
        "add the pin of a key in reserve before an app is released with these: 'omamori pin add FILE --backup KEY'",
        ja: "アプリに組み込む前に、予備の鍵のピンを追加してください: 'omamori pin add FILE --backup KEY'"))
    return conversion.text
  }
}

extension CryptoFault {
  fileprivate static func unverified(_ server: String) -> CryptoFault {
    CryptoFault(
      .findings,
      HelpText(
        "\(server): the chain is unverified and was left out (--unverified takes it)",
        ja: "\(server): チェーンが未検証のため省きました（--unverified で含められます）"))
  }
}
