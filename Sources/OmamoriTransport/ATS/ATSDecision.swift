public import OmamoriATS
public import OmamoriCore

/// Whether App Transport Security lets an app load a URL, and which setting decides.
public struct ATSDecision: Sendable, Hashable {
  /// The answer.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The URL is loaded, if the server meets the requirement.
    case allowed
    /// The URL is loaded without TLS.
    case allowedInClear = "allowed-in-clear"
    /// The URL is not loaded, because it has no TLS.
    case refused
    /// The URL is loaded by no means that App Transport Security is about.
    case notCovered = "not-covered"
  }

  /// The answer.
  public let outcome: Outcome
  /// The host as it is looked up.
  public let host: String
  /// What is demanded of the server.
  public let requirement: ATSRequirement
  /// The pins on top of that; `nil` when the host has none.
  public let pins: PinnedRequirement?
  /// The keys that lead to the setting that decides; empty when none does.
  public let keyPath: [String]

  /// Decides.
  ///
  /// - Parameters:
  ///   - url: An absolute URL.
  ///   - infoPlist: The outermost value of `Info.plist`.
  ///   - context: The part of the application that loads.
  ///   - generation: The system that the application runs on.
  ///   - sdk: The major version of the iOS SDK that the application was linked against.
  /// - Throws: ``TransportError/malformedURL`` for what has no scheme or no host.
  public init(
    url: String, infoPlist: PropertyList, context: ATSContext = .app, generation: ATSGeneration = .iOS26,
    sdk: Int = 26
  ) throws(TransportError) {
    guard url.utf8.count <= 16 << 10, let components = URLComponents(string: url),
      let scheme = components.scheme?.lowercased(), let name = components.host, !name.isEmpty
    else { throw .malformedURL }
    // Names reach the system in lower case; a port is not part of the host.
    host = name.lowercased()
    let configuration = ATSConfiguration(propertyList: infoPlist)
    requirement = configuration.requirement(
      for: ATSHost(host), context: context, generation: generation, sdk: sdk)
    keyPath = Self.keyPath(requirement.reason)
    switch scheme {
    case "https", "wss":
      (outcome, pins) = (.allowed, PinnedDomains(propertyList: infoPlist).requirement(for: host))
    case "http", "ws":
      (outcome, pins) = (requirement.allowsPlainHTTP ? .allowedInClear : .refused, nil)
    default: (outcome, pins) = (.notCovered, nil)
    }
  }

  /// Whether the URL is loaded from a server that meets what is demanded.
  public var isAllowed: Bool { outcome == .allowed || outcome == .allowedInClear }

  private static func keyPath(_ reason: ATSRequirement.Reason) -> [String] {
    let settings = "NSAppTransportSecurity"
    return switch reason {
    case .exception(let key): [settings, "NSExceptionDomains", key]
    case .global(let key): [settings, key]
    case .builtIn, .local, .standard, .oldSDK: []
    }
  }

  /// The answer with the setting that decides, as a sentence.
  public var explanation: LocalizedText {
    let because = because
    switch outcome {
    case .allowed:
      guard requirement.isRequired else {
        return LocalizedText(
          "The URL is loaded; certificates need not meet the usual minimums. \(because.english)",
          ja: "URL は読み込まれます。証明書に通常の最低要件は適用されません。\(because.japanese)")
      }
      return LocalizedText(
        "The URL is loaded if the server meets the requirement. \(because.english)",
        ja: "サーバーが要件を満たせば、URL は読み込まれます。\(because.japanese)")
    case .allowedInClear:
      return LocalizedText(
        "The URL is loaded without encryption. \(because.english)",
        ja: "URL は暗号化なしで読み込まれます。\(because.japanese)")
    case .refused:
      return LocalizedText(
        "The URL is not loaded: it has no TLS. \(because.english)",
        ja: "TLS を使用しないため、URL は読み込まれません。\(because.japanese)")
    case .notCovered:
      return LocalizedText(
        "App Transport Security is not about URLs of this scheme.",
        ja: "このスキームの URL は App Transport Security の対象外です。")
    }
  }

  private var because: LocalizedText {
    switch requirement.reason {
    case .exception(let key):
      LocalizedText(
        "The exception for \(key) decides.", ja: "\(key) の例外設定によります。")
    case .builtIn(let key):
      LocalizedText("The system's own entry for \(key) decides.", ja: "システムの \(key) の項目によります。")
    case .local: LocalizedText("The host is local.", ja: "ローカルのホストです。")
    case .global(let key): LocalizedText("The key \(key) decides.", ja: "キー \(key) によります。")
    case .standard: LocalizedText("No setting is about the host.", ja: "このホストに関する設定はありません。")
    case .oldSDK:
      LocalizedText(
        "The app was built before App Transport Security.", ja: "App Transport Security 以前の SDK で構築されています。")
    }
  }
}
