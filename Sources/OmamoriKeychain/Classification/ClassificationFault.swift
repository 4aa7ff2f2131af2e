package import OmamoriCore

/// Why data must not be kept in a place.
public enum ClassificationFault: Sendable, Hashable, CaseIterable {
  /// The place protects less than the classification asks for.
  case place
  /// The secret could be used at times when it must not.
  case accessibility
  /// The data must not leave this device.
  case synchronizable
  /// Somebody has to prove to be there, and nothing asks for that.
  case accessControl
  /// The data must not get into a backup.
  case backup
  /// The data would be in memory that is neither locked nor wiped.
  case memory
}

extension ClassificationFault {
  /// The fault as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .place:
      LocalizedText(
        "Data of this classification must not be kept in such a weakly protected place.",
        ja: "この分類のデータを、保護の弱いこの場所に保存することはできません。")
    case .accessibility:
      LocalizedText(
        "Data of this classification must not be usable at such times or on other devices.",
        ja: "この分類のデータに、この保護クラスは使用できません。")
    case .synchronizable:
      LocalizedText(
        "Data of this classification must not be synchronized.", ja: "この分類のデータは同期できません。")
    case .accessControl:
      LocalizedText(
        "Data of this classification need an access control.", ja: "この分類のデータにはアクセス制御が必要です。")
    case .backup:
      LocalizedText(
        "Data of this classification must not get into a backup.", ja: "この分類のデータはバックアップに含められません。")
    case .memory:
      LocalizedText(
        "Data of this classification need memory that is locked and wiped.",
        ja: "この分類のデータは、ロックされ消去されるメモリで扱う必要があります。")
    }
  }

  /// What to do about it.
  package var recovery: LocalizedText {
    switch self {
    case .place:
      LocalizedText(
        "Use the place that the classification decides on, or a stronger one.",
        ja: "分類で定められた場所か、それより強い場所を使用してください。")
    case .accessibility:
      LocalizedText(
        "Use the accessibility of the decision, or a stricter one.", ja: "定められたものか、より厳しい保護クラスを使用してください。")
    case .synchronizable: LocalizedText("Keep it local.", ja: "同期しない項目にしてください。")
    case .accessControl:
      LocalizedText("Add an access control.", ja: "アクセス制御を追加してください。")
    case .backup: LocalizedText("Exclude it from backups.", ja: "バックアップの対象から外してください。")
    case .memory: LocalizedText("Hand it over as SecretBytes.", ja: "SecretBytes として渡してください。")
    }
  }
}
