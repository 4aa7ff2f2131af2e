import CommandLineKit
import CommandSupport
import Omamori
import OmamoriCore
import OmamoriCrypto
import OmamoriReport
import OmamoriTransport
import OmamoriTransportCurl
import PolicyCommands

/// Tries whether wrong pins are refused, at servers whose right pins are those of the keys that they show.
///
/// The keys are taken from a chain that was validated; whether they are the keys that somebody expects is not the question.
struct PinSelfTest: SecurityCheck {
  private let servers: [RequestURL]
  private let anchors: TrustAnchors

  /// Reads what was typed.
  init(_ urls: [String], anchors path: String?) throws {
    servers = try urls.map { text throws(CryptoFault) in
      do throws(TransportError) { return try RequestURL(text) } catch {
        throw CryptoFault(error, about: text)
      }
    }
    guard servers.count <= PinningCheck.greatestServerCount else {
      throw CryptoFault.usage(
        HelpText(
          "--url can be given \(PinningCheck.greatestServerCount) times",
          ja: "--url は \(PinningCheck.greatestServerCount) 回まで指定できます"),
        hint: HelpText("examine the others in another run", ja: "残りは別の実行で調べてください"))
    }
    guard let path else {
      anchors = .system
      return
    }
    let bytes = try SmallFile.read(path, limit: TrustAnchors.greatestBundleSize)
    do throws(TransportError) { anchors = try .only(in: bytes) } catch {
      throw CryptoFault(error, about: path)
    }
  }

  var id: String { "pinning" }
  var question: LocalizedText {
    LocalizedText("Are connections refused when the pins are wrong?", ja: "ピンが一致しない接続は拒否されますか")
  }
  var area: ChecklistArea? { .pinning }
  var standards: CheckStandards { PinningCheck(nil, servers: []).standards }

  func run() async -> CheckResult {
    guard !servers.isEmpty else {
      return .unavailable(
        .notGiven(
          LocalizedText("No server was given with --url.", ja: "--url でサーバーが指定されていません。")))
    }
    do throws(TransportError) {
      return await PinningCheck(try await pinned(), servers: servers).run()
    } catch {
      return .unavailable(.failed(error.explanation))
    }
  }

  /// A policy with the pins of the keys that the servers show.
  private func pinned() async throws(TransportError) -> TransportPolicy {
    let session = SecureSession(policy: try TransportPolicy(minimumVersion: .tls12, anchors: anchors))
    var rules: [HostRule] = []
    var failure: TransportError?
    for server in servers where !rules.contains(where: { $0.pattern.host == server.host }) {
      do throws(TransportError) {
        let answer = try await session.response(to: try HTTPRequest(.get, server, expecting: .anything))
        guard let leaf = answer.verdict.chain?.certificates.first else { throw .unsupported }
        let pins = try PinSet(leaf: [CertificatePin(certificate: leaf)], requiresBackup: false)
        rules.append(HostRule(try HostPattern(server.host, subdomains: .excluded), pins: pins))
      } catch {
        failure = error
      }
    }
    await session.close()
    if let failure { throw failure }
    return try TransportPolicy(
      minimumVersion: .tls12, rules: rules, unlistedHosts: .refused, anchors: anchors)
  }
}
