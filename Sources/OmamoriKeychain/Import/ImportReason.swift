public import OmamoriCore

/// Why something was not imported or exported as it is.
///
/// A value; safe to share between threads.
public enum ImportReason: String, Sendable, Hashable, CaseIterable {
  /// There is no secret and no text in it.
  case empty
  /// Its name was taken, so it got a number behind its name.
  case renamed
  /// Attached files are not imported.
  case attachment
  /// Earlier states of an entry are not imported.
  case history
  /// It was in the bin.
  case deleted
  /// It is a certificate, a key or something else that the format does not hold in a readable way.
  case unsupportedClass
  /// It could not be decrypted.
  case unreadable
  /// It is larger than an item may be.
  case tooLarge
  /// It is a link, which is not followed.
  case link
  /// It is a file of another kind.
  case otherFile
  /// It has an access control, and nobody was there to answer it.
  case accessControl
  /// It belongs to this device only.
  case thisDeviceOnly

  /// The reason as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .empty: LocalizedText("It holds no secret.", ja: "秘密情報がありません。")
    case .renamed:
      LocalizedText("Its name was taken, so a number was added.", ja: "同名の項目があるため、番号を付けました。")
    case .attachment: LocalizedText("Attached files are not imported.", ja: "添付ファイルは取り込みません。")
    case .history: LocalizedText("Earlier states are not imported.", ja: "過去の状態は取り込みません。")
    case .deleted: LocalizedText("It was in the bin.", ja: "ごみ箱に入っていました。")
    case .unsupportedClass:
      LocalizedText("Items of this class are not imported.", ja: "このクラスの項目は取り込みません。")
    case .unreadable: LocalizedText("It could not be decrypted.", ja: "復号できませんでした。")
    case .tooLarge: LocalizedText("It is too large.", ja: "大きすぎます。")
    case .link: LocalizedText("Links are not followed.", ja: "リンクはたどりません。")
    case .otherFile: LocalizedText("It is a file of another kind.", ja: "別の種類のファイルです。")
    case .accessControl:
      LocalizedText("It asks for a proof that was not given.", ja: "求められた認証が行われていません。")
    case .thisDeviceOnly: LocalizedText("It belongs to this device only.", ja: "このデバイス専用の項目です。")
    }
  }
}
