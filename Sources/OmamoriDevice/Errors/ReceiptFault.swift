package import OmamoriCore

/// Why a store's receipt was refused.
@nonexhaustive
public enum ReceiptFault: Sendable, Hashable {
  /// It is not a receipt, or one that was signed with SHA-1.
  case malformed
  /// Its signature does not hold, or is not the store's.
  case untrusted
  /// It is another app's.
  case mismatch
  /// It is another version's.
  case otherVersion
  /// It is another device's.
  case otherDevice
  /// It was made in the future.
  case notYetValid
  /// Its time is over.
  case expired
}

extension ReceiptFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a receipt of the App Store, or one that was signed with SHA-1, as all were until 2023.",
        ja: "App Store のレシートではないか、2023 年以前の SHA-1 署名のレシートです。")
    case .untrusted:
      LocalizedText(
        "The receipt's signature is not the App Store's.",
        ja: "レシートの署名が App Store のものではありません。")
    case .mismatch:
      LocalizedText(
        "The receipt belongs to another app.",
        ja: "別のアプリのレシートです。")
    case .otherVersion:
      LocalizedText("The receipt belongs to another version.", ja: "別のバージョンのレシートです。")
    case .otherDevice:
      LocalizedText("The receipt belongs to another device.", ja: "別のデバイスのレシートです。")
    case .notYetValid:
      LocalizedText("The receipt was made in the future.", ja: "レシートの作成日時が未来になっています。")
    case .expired:
      LocalizedText("The receipt has expired.", ja: "レシートの有効期限が切れています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "Have the app refresh its receipt, and send the file as it is.",
        ja: "アプリにレシートを更新させ、ファイルをそのまま送信させてください。")
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
