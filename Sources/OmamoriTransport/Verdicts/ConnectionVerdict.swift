public import OmamoriCore

/// What a policy says of one connection: trusted or why not, pinned how, with what TLS.
public struct ConnectionVerdict: Sendable, Hashable {
  /// The host.
  public let host: HostName
  /// Everything that keeps the chain from being trusted; empty when it is.
  public let faults: [TrustFault]
  /// The chain, when it is trusted.
  public let chain: TrustedChain?
  /// What became of the pins; `nil` when the chain is not trusted, because pins are not looked at then.
  public let pins: PinVerdict?
  /// What the handshake ended with, as far as it went.
  public let facts: ConnectionFacts?

  /// Makes a verdict.
  package init(
    host: HostName, faults: [TrustFault], chain: TrustedChain?, pins: PinVerdict?, facts: ConnectionFacts?
  ) {
    (self.host, self.faults, self.chain, self.pins, self.facts) = (host, faults, chain, pins, facts)
  }

  /// Whether requests may be sent.
  public var admits: Bool { faults.isEmpty && chain != nil && pins?.admits == true }
}

extension ConnectionVerdict {
  /// Why the server was refused, as a sentence; for one that was not, that it was accepted.
  public var explanation: LocalizedText {
    if let fault = faults.first { return fault.explanation }
    switch pins?.outcome {
    case .expired where pins?.mode == .enforced:
      return LocalizedText("The pins of the host have expired.", ja: "ホストのピンの有効期限が切れています。")
    case .mismatched where pins?.mode == .enforced:
      return LocalizedText(
        "The server's chain has none of the pinned keys.", ja: "サーバーの証明書チェーンに、ピン留めされた鍵がありません。")
    default: break
    }
    if chain == nil {
      return LocalizedText("The server's chain was not validated.", ja: "サーバーの証明書チェーンを検証できませんでした。")
    }
    return LocalizedText("The server was accepted.", ja: "サーバーを受け入れました。")
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText {
    if let fault = faults.first { return fault.recovery }
    if admits { return LocalizedText("Nothing has to be done.", ja: "必要な操作はありません。") }
    return LocalizedText(
      "Compare the pins with the server (omamori pin check); somebody may be in between.",
      ja: "omamori pin check でピンとサーバーを照合してください。通信が傍受されている可能性があります。")
  }
}

/// What became of a host's pins on one connection.
public struct PinVerdict: Sendable, Hashable {
  /// A list of a ``PinSet``.
  public enum List: String, Sendable, Hashable, CaseIterable {
    /// The pins of the server's own certificate.
    case leaf
    /// The pins of the certificates above it.
    case authorities
    /// The pins of any certificate.
    case anywhere
  }

  /// A pin that the chain has.
  public struct Match: Sendable, Hashable {
    /// The list it is in.
    public let list: List
    /// Its place in the list, counted from 0.
    public let index: Int
    /// The pin.
    public let pin: CertificatePin
    /// The depth of the certificate that has it; 0 is the server's.
    public let depth: Int

    /// Makes a match.
    public init(list: List, index: Int, pin: CertificatePin, depth: Int) {
      (self.list, self.index, self.pin, self.depth) = (list, index, pin, depth)
    }
  }

  /// What was found.
  public enum Outcome: Sendable, Hashable {
    /// The policy has no pins for the host.
    case notPinned
    /// Every list has its match.
    case matched([Match])
    /// These lists have none.
    case mismatched([List])
    /// The set expired at this moment.
    case expired(Date)
  }

  /// What was found.
  public let outcome: Outcome
  /// What a mismatch leads to.
  public let mode: PinSet.Mode
  /// When the set expires, if that is near.
  public let expiresSoon: Date?

  /// Makes a verdict.
  public init(outcome: Outcome, mode: PinSet.Mode = .enforced, expiresSoon: Date? = nil) {
    (self.outcome, self.mode, self.expiresSoon) = (outcome, mode, expiresSoon)
  }

  /// Whether the connection may go on as far as pins are concerned.
  public var admits: Bool {
    switch outcome {
    case .notPinned, .matched: true
    case .mismatched, .expired: mode == .reportOnly
    }
  }

  /// Whether a backup pin was the one that matched, so that the pins should be renewed.
  public var usesBackup: Bool {
    guard case .matched(let matches) = outcome else { return false }
    return matches.contains { $0.pin.role == .backup }
  }
}

/// What a TLS handshake ended with.
public struct ConnectionFacts: Sendable, Hashable {
  /// The version as it is sent, such as 0x0304 for TLS 1.3.
  public let version: UInt16
  /// The cipher suite by its IANA name, such as `TLS_AES_128_GCM_SHA256`.
  public let cipherSuite: String
  /// Whether TLS 1.2 used the extended master secret; always `true` for TLS 1.3.
  public let hasExtendedMasterSecret: Bool
  /// Whether an earlier TLS session was resumed.
  public let isResumed: Bool
  /// The application protocol that was agreed on, such as `h2`.
  public let applicationProtocol: String?
  /// The stapled OCSP response in DER, if there was one.
  public let stapledStatus: Data?

  /// Makes a record of facts.
  public init(
    version: UInt16, cipherSuite: String, hasExtendedMasterSecret: Bool, isResumed: Bool,
    applicationProtocol: String?,
    stapledStatus: Data?
  ) {
    (self.version, self.cipherSuite) = (version, cipherSuite)
    (self.hasExtendedMasterSecret, self.isResumed) = (hasExtendedMasterSecret, isResumed)
    (self.applicationProtocol, self.stapledStatus) = (applicationProtocol, stapledStatus)
  }
}

/// Tells the log what the policy said of a new connection, when that is worth knowing.
package struct ConnectionEvents: Sendable {
  private let sink: any SecurityEvents

  package init(_ sink: any SecurityEvents) { self.sink = sink }

  /// Judges the security header fields of a response, and records that they could be better.
  ///
  /// - Throws: ``TransportError/insecureHeaders(_:)``.
  package func check(
    _ fields: ResponseFields, from host: HostName, status: Int, by policy: HeaderPolicy
  ) throws(TransportError) {
    let event = SecurityEvent("transport.headers", .transport, .notice)
      .with("host", .publicName(host.description))
    do throws(TransportError) {
      guard let report = try policy.check(fields, from: host, status: status), !report.findings.isEmpty else {
        return
      }
      sink.record(event.with("findings", .integer(report.findings.count)).with("refused", .flag(false)))
    } catch {
      sink.record(event.with("refused", .flag(true)))
      throw error
    }
  }

  /// Records what is remarkable about a verdict.
  package func record(_ verdict: ConnectionVerdict) {
    let host = SecurityEvent.Value.publicName(verdict.host.description)
    guard verdict.faults.isEmpty, let pins = verdict.pins else {
      return sink.record(SecurityEvent("transport.chain.refused", .transport, .warning).with("host", host))
    }
    let isEnforced = pins.mode == .enforced
    switch pins.outcome {
    case .notPinned: return
    case .mismatched:
      sink.record(
        SecurityEvent("transport.pin.mismatch", .transport, isEnforced ? .critical : .warning)
          .with("host", host).with("refused", .flag(isEnforced)))
    case .expired:
      sink.record(
        SecurityEvent("transport.pin.expired", .transport, .warning)
          .with("host", host).with("refused", .flag(isEnforced)))
    case .matched:
      if pins.usesBackup {
        sink.record(SecurityEvent("transport.pin.backup", .transport, .notice).with("host", host))
      }
    }
    if pins.expiresSoon != nil {
      sink.record(SecurityEvent("transport.pin.expiring", .transport, .notice).with("host", host))
    }
  }
}
