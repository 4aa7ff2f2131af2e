public import OmamoriCore

/// What a policy says of one connection: trusted or why not, pinned how, with what TLS.
///
/// A value; safe to share between threads.
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
      ja: "omamori pin checkでピンとサーバーを照合してください。通信が傍受されている可能性があります。")
  }
}
