public import OmamoriCore

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
