public import OmamoriCore

extension ReceiptFault {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a receipt of the App Store.",
        ja: "App Storeのレシートではありません。")
    case .untrusted:
      LocalizedText(
        "The receipt's signature is not the App Store's.",
        ja: "レシートの署名がApp Storeのものではありません。")
    case .mismatch:
      LocalizedText(
        "The receipt belongs to another app or device.",
        ja: "別のアプリまたは端末のレシートです。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText("Fetch it from the app again.", ja: "アプリから取得し直してください。")
    case .untrusted:
      LocalizedText("Refuse the app's request.", ja: "アプリからの要求を拒否してください。")
    case .mismatch:
      LocalizedText("Refuse the app's request.", ja: "アプリからの要求を拒否してください。")
    }
  }
}
