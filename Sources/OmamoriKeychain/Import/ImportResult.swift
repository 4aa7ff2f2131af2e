public import OmamoriCore

/// What an importer found.
///
/// Everything that was in the source is either among the items or in the notes.
public struct ImportResult: Sendable {
  /// The most notes that are kept; ``counts`` counts all.
  package static let greatestListing = 10_000

  /// The items, ready to be stored; no two have the same primary key.
  public internal(set) var items: [NewItem] = []
  /// What was left out or changed, at most 10,000.
  public internal(set) var notes: [ImportNote] = []
  /// How often each reason occurred.
  public internal(set) var counts: [ImportReason: Int] = [:]

  /// How much was left out; renamed items are not.
  public var skipped: Int { counts.reduce(0) { $0 + ($1.key == .renamed ? 0 : $1.value) } }
}

/// What becomes of an item when there is one with its primary key already.
public enum ImportConflict: String, Sendable, Hashable, CaseIterable {
  /// Nothing at all is stored.
  case refuse
  /// The stored item stays.
  case keep
  /// The stored item is replaced.
  case replace
}

/// The bounds within which importers work.
public struct ImportLimits: Sendable, Hashable {
  /// 100,000 items, 64 MiB, 64 levels.
  public static let standard = ImportLimits()

  /// The most items.
  public var items: Int
  /// The most bytes of a file, or of all files together.
  public var bytes: Int
  /// The deepest nesting of groups or folders, at most 128.
  public var depth: Int

  /// Makes limits; values below 1 count as 1.
  ///
  /// - Parameters:
  ///   - items: The most items.
  ///   - bytes: The most bytes.
  ///   - depth: The deepest nesting.
  public init(items: Int = 100_000, bytes: Int = 64 << 20, depth: Int = 64) {
    (self.items, self.bytes, self.depth) = (max(1, items), max(1, bytes), min(max(1, depth), 128))
  }
}

/// That something was left out or changed, and why.
public struct ImportNote: Sendable {
  /// Why.
  public let reason: ImportReason
  /// The entry's name; it is the person's own and meant for their eyes, not for a log.
  public let name: Redacted<String>
  /// The line of the file, counted from 1, where it is known.
  public let line: Int?
}

/// What became of imported items.
public struct ImportOutcome: Sendable, Hashable {
  /// How many were new.
  public internal(set) var added = 0
  /// How many replaced a stored item.
  public internal(set) var replaced = 0
  /// How many were left out because there was one already.
  public internal(set) var kept = 0
}

/// Why something was not imported or exported as it is.
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
