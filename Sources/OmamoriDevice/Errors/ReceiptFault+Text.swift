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
        "The receipt belongs to another app.",
        ja: "別のアプリのレシートです。")
    case .otherVersion:
      LocalizedText("The receipt belongs to another version.", ja: "別のバージョンのレシートです。")
    case .otherDevice:
      LocalizedText("The receipt belongs to another device.", ja: "別の端末のレシートです。")
    case .notYetValid:
      LocalizedText("The receipt was made in the future.", ja: "レシートの作成日時が未来になっています。")
    case .expired:
      LocalizedText("The receipt has expired.", ja: "レシートの有効期限が切れています。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText("Fetch it from the app again.", ja: "アプリから取得し直してください。")
    case .untrusted:
      LocalizedText("Refuse the app's request.", ja: "アプリからの要求を拒否してください。")
    case .mismatch, .otherDevice:
      LocalizedText("Refuse the app's request.", ja: "アプリからの要求を拒否してください。")
    case .otherVersion, .expired:
      LocalizedText("Have the app refresh its receipt.", ja: "アプリにレシートを更新させてください。")
    case .notYetValid:
      LocalizedText("Set the clock of this machine.", ja: "このマシンの時計を確認してください。")
    }
  }
}
