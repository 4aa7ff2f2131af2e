package import OmamoriATS
package import OmamoriCore

/// The smallest exception with which an app can reach a server, found by asking the evaluator itself.
///
/// An exception gives protection up; where the server is one's own, repairing it is better. A value; safe to share between
/// threads.
package struct ATSSuggestion: Sendable, Hashable {
  /// What is needed.
  package enum Outcome: Sendable, Hashable {
    /// Nothing: the server meets the requirement.
    case none
    /// An exception with these keys.
    case exception(Weakening)
    /// No exception helps, because the system refuses the certificate or the server in any case.
    case impossible
  }

  /// What an exception gives up.
  package struct Weakening: Sendable, Hashable {
    /// The minimum version of TLS below 1.2, if it has to be lowered.
    package let minimumVersion: ATSProtocolVersion?
    /// Whether suites without forward secrecy have to be accepted.
    package let dropsForwardSecrecy: Bool
    /// Whether plain HTTP has to be allowed, or the demands on suites lifted altogether.
    package let allowsInsecureHTTP: Bool
    /// Whether the app then loads without TLS.
    package let isInClear: Bool
  }

  /// The host.
  package let host: HostName
  /// What is needed.
  package let outcome: Outcome

  /// Finds the smallest exception.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - facts: What the server can do.
  ///   - generation: The oldest system that the app is for; the exception works there and on later ones of its kind.
  package init(_ host: HostName, facts: ATSServerFacts, generation: ATSGeneration = .iOS26) {
    self.init(host, generation, answersInClear: facts.answersInClear, accepts: facts.meets)
  }

  /// Finds the smallest exception for a server that was diagnosed, by the judgement of the diagnosis: with the exception
  /// the diagnosis finds no failure, and without it does.
  ///
  /// - Parameter diagnosis: The diagnosis; its generation is the oldest system that the app is for.
  package init(_ diagnosis: ATSDiagnosis) {
    self.init(
      diagnosis.facts.target.host, diagnosis.generation,
      answersInClear: diagnosis.facts.handshakes.first?.outcome == .notTLS(.http),
      accepts: { diagnosis.failures(of: $0).isEmpty })
  }

  private init(
    _ host: HostName, _ generation: ATSGeneration, answersInClear: Bool, accepts: (ATSRequirement) -> Bool
  ) {
    self.host = host
    if accepts(Self.requirement(host, nil, generation)) {
      outcome = .none
      return
    }
    for weakening in Self.candidates {
      let requirement = Self.requirement(host, weakening, generation)
      if weakening.isInClear ? answersInClear && requirement.allowsPlainHTTP : accepts(requirement) {
        outcome = .exception(weakening)
        return
      }
    }
    outcome = .impossible
  }

  /// The exception as a property list in XML, for `Info.plist`; `nil` when none is needed or none helps.
  package var propertyList: String? {
    guard case .exception(let weakening) = outcome else { return nil }
    return PropertyListText.document(Self.settings(host, weakening))
  }

  /// The exceptions of several hosts as one property list in XML; `nil` when none is needed or none helps.
  ///
  /// - Parameter suggestions: The suggestions; of two for one host the later counts.
  /// - Returns: The property list, for `Info.plist`.
  package static func propertyList(of suggestions: [ATSSuggestion]) -> String? {
    var entries: [PropertyListDictionary.Entry] = []
    for suggestion in suggestions {
      guard case .exception(let weakening) = suggestion.outcome else { continue }
      let domains = Self.settings(suggestion.host, weakening).value(at: [
        "NSAppTransportSecurity", "NSExceptionDomains",
      ])
      for entry in domains?.dictionary?.entries ?? [] {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
      }
    }
    guard !entries.isEmpty else { return nil }
    let domains = PropertyList(.dictionary(PropertyListDictionary(entries)))
    return PropertyListText.document(["NSAppTransportSecurity": ["NSExceptionDomains": domains]])
  }

  /// What the exception gives up, or what to do without one, as a sentence.
  package var explanation: LocalizedText {
    guard case .exception(let weakening) = outcome else {
      return outcome == .none
        ? LocalizedText("No exception is needed.", ja: "例外設定は不要です。")
        : LocalizedText(
          "No exception helps: the system refuses the server in any case. Repair its certificate or its TLS.",
          ja: "システムが必ず拒否するため、例外設定では解決しません。サーバーの証明書または TLS を修正してください。")
    }
    if weakening.isInClear {
      return LocalizedText(
        "With this exception anybody on the way can read and change everything. Turn on TLS at the server instead.",
        ja: "この例外設定では、通信経路上の第三者がすべてを閲覧・改ざんできます。代わりにサーバーで TLS を有効にしてください。")
    }
    if weakening.allowsInsecureHTTP {
      return LocalizedText(
        "This exception allows plain HTTP, too, and any cipher suite. Turn on suites with forward secrecy instead.",
        ja: "この例外設定では、平文 HTTP と任意の暗号スイートも許可されます。代わりに前方秘匿性のあるスイートを有効にしてください。")
    }
    return LocalizedText(
      "This exception accepts weaker TLS; App Review asks for a reason. Update the server's TLS instead.",
      ja: "この例外設定では弱い TLS が許可され、App Review で理由の説明が必要です。代わりにサーバーの TLS を更新してください。")
  }

  /// What the evaluator says of the host with an exception.
  private static func requirement(
    _ host: HostName, _ weakening: Weakening?, _ generation: ATSGeneration
  ) -> ATSRequirement {
    let settings = weakening.map { Self.settings(host, $0) } ?? PropertyList.empty
    // A local host would need no exception; the suggestion is for the settings as they are on any network.
    return ATSConfiguration(propertyList: settings).requirement(
      for: ATSHost(host.description, isLocal: false), generation: generation)
  }

  package static func settings(_ host: HostName, _ weakening: Weakening) -> PropertyList {
    var entry: [PropertyListDictionary.Entry] = []
    if weakening.allowsInsecureHTTP {
      entry.append(.init(key: "NSExceptionAllowsInsecureHTTPLoads", value: true))
    }
    if let minimum = weakening.minimumVersion {
      entry.append(
        .init(key: "NSExceptionMinimumTLSVersion", value: PropertyList(stringLiteral: minimum.rawValue)))
    }
    if weakening.dropsForwardSecrecy {
      entry.append(.init(key: "NSExceptionRequiresForwardSecrecy", value: false))
    }
    let exception = PropertyList(.dictionary(PropertyListDictionary(entry)))
    let domains = PropertyList(
      .dictionary(PropertyListDictionary([.init(key: host.description, value: exception)])))
    return ["NSAppTransportSecurity": ["NSExceptionDomains": domains]]
  }

  /// Every exception that can matter, the least weakening first.
  private static let candidates: [Weakening] = {
    var result: [Weakening] = []
    for allowsInsecureHTTP in [false, true] {
      for minimum in [nil, ATSProtocolVersion.tls11, .tls10] {
        for dropsForwardSecrecy in [false, true]
        where allowsInsecureHTTP || minimum != nil || dropsForwardSecrecy {
          result.append(
            Weakening(
              minimumVersion: minimum, dropsForwardSecrecy: dropsForwardSecrecy,
              allowsInsecureHTTP: allowsInsecureHTTP, isInClear: false))
        }
      }
    }
    return result + [
      Weakening(minimumVersion: nil, dropsForwardSecrecy: false, allowsInsecureHTTP: true, isInClear: true)
    ]
  }()
}

extension PropertyList {
  /// A dictionary without entries.
  fileprivate static let empty: PropertyList = [:]
}
