public import OmamoriATS

/// One of the 16 configurations that `nscurl --ats-diagnostics` tries.
///
/// A value; safe to share between threads.
public struct ATSDiagnosticTest: Sendable, Hashable {
  /// What the configuration does to the requirement.
  public enum Kind: Sendable, Hashable {
    /// Nothing.
    case standard
    /// Lifts it for every host.
    case arbitraryLoads
    /// Makes an exception for the host.
    case exception(minimum: ATSProtocolVersion?, keepsForwardSecrecy: Bool, allowsInsecureHTTP: Bool)
  }

  /// What the configuration does to the requirement.
  public let kind: Kind

  /// All of them in their order.
  public static let all: [ATSDiagnosticTest] = {
    let versions: [ATSProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]
    func exceptions(_ minimums: [ATSProtocolVersion?], _ keeps: Bool, _ allows: Bool) -> [ATSDiagnosticTest] {
      minimums.map {
        ATSDiagnosticTest(
          kind: .exception(minimum: $0, keepsForwardSecrecy: keeps, allowsInsecureHTTP: allows))
      }
    }
    return [ATSDiagnosticTest(kind: .standard), ATSDiagnosticTest(kind: .arbitraryLoads)]
      + exceptions(versions, true, false) + exceptions([nil], false, false) + exceptions([nil], false, true)
      + exceptions(versions, false, false) + exceptions(versions, false, true)
  }()

  /// The name.
  public var name: String {
    switch kind {
    case .standard: "ATS Default Connection"
    case .arbitraryLoads: "Allow All Loads"
    case .exception(nil, _, let allows):
      allows
        ? "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP" : "Disabling Perfect Forward Secrecy"
    case .exception(let version?, let keeps, let allows):
      version.rawValue
        + (keeps ? "" : allows ? " with PFS disabled and insecure HTTP allowed" : " with PFS disabled")
    }
  }

  /// The value of `NSAppTransportSecurity` for a host.
  public func settings(for host: HostName) -> PropertyList {
    switch kind {
    case .standard: return [:]
    case .arbitraryLoads: return ["NSAllowsArbitraryLoads": true]
    case .exception(let minimum, let keeps, let allows):
      var entries: [PropertyListDictionary.Entry] = []
      if allows { entries.append(.init(key: "NSExceptionAllowsInsecureHTTPLoads", value: true)) }
      if let minimum {
        entries.append(
          .init(key: "NSExceptionMinimumTLSVersion", value: PropertyList(stringLiteral: minimum.rawValue)))
      }
      if !keeps { entries.append(.init(key: "NSExceptionRequiresForwardSecrecy", value: false)) }
      let exception = PropertyList(.dictionary(PropertyListDictionary(entries)))
      return [
        "NSExceptionDomains": PropertyList(
          .dictionary(PropertyListDictionary([.init(key: host.description, value: exception)])))
      ]
    }
  }

  /// What is demanded of a connection to a host; local hosts, which are exempt, are judged as if they were not.
  public func requirement(for host: HostName, generation: ATSGeneration) -> ATSRequirement {
    ATSConfiguration(settings: settings(for: host)).requirement(
      for: ATSHost(host.description, isLocal: false), generation: generation)
  }
}
