package import OmamoriCore

/// Why a zip archive is refused: one bad entry refuses the whole archive, because nothing in it can be relied upon.
package enum ArchiveError: Error, Sendable, Equatable {
  /// No end record: not a zip archive, or cut off.
  case notAnArchive
  /// A record reaches beyond the file.
  case truncated(ArchivePlace)
  /// A record breaks the format.
  case malformed(ArchivePlace)
  /// The archive is spread over several files.
  case multiDisk
  /// More entries than the limit.
  case tooManyEntries(limit: Int)
  /// The inflated sizes exceed the limit in bytes.
  case tooLarge(limit: Int)
  /// Data inflates to more than `limit` times its size.
  case ratio(ArchivePlace, limit: Int)
  /// A name that is absolute, has `..`, `.`, empty parts, backslashes or control characters, or is too long.
  case unsafeName(ArchivePlace)
  /// A name that is not UTF-8, or is given twice in different spellings.
  case nameEncoding(ArchivePlace)
  /// Two entries have the same name, or one is a file where another needs a folder.
  case duplicate(ArchivePlace)
  /// A link, pipe or device.
  case special(ArchivePlace)
  /// Two entries share bytes.
  case overlap(ArchivePlace)
  /// The header before the data says something else than the central directory.
  case headersDiffer(ArchivePlace)
  /// Encrypted data.
  case encrypted(ArchivePlace)
  /// A compression method other than stored and deflated.
  case method(ArchivePlace)
  /// The data does not inflate to the size and checksum it should have.
  case corrupt(ArchivePlace)
  /// The system does not let the archive be read, with its reason.
  case unreadable(LocalizedText)

  /// What failed and what to do, in both languages.
  package var message: LocalizedText {
    switch self {
    case .notAnArchive:
      LocalizedText(
        "not a zip archive, or cut off; export or download it again",
        ja: "zip アーカイブではないか、途中で切れています。もう一度書き出すかダウンロードしてください")
    case .truncated(let place):
      Self.refusal(place, "reaches beyond the file", "がファイルの終わりを超えています")
    case .malformed(let place):
      Self.refusal(place, "breaks the zip format", "が zip の形式に反しています")
    case .multiDisk:
      LocalizedText(
        "the archive is one part of several; join the parts first",
        ja: "分割アーカイブの一部です。先に結合してください")
    case .tooManyEntries(let limit):
      LocalizedText(
        "the archive has more than \(limit) entries and is refused",
        ja: "アーカイブの項目が \(limit) 個を超えているため拒否しました")
    case .tooLarge(let limit):
      LocalizedText(
        "the archive would inflate to more than \(limit) bytes and is refused; unpack it and audit the folder",
        ja: "展開すると \(limit) バイトを超えるため拒否しました。展開したフォルダを監査してください")
    case .ratio(let place, let limit):
      Self.refusal(
        place, "inflates to more than \(limit) times its size, as archive bombs do",
        "は \(limit) 倍以上に膨らみ、アーカイブ爆弾の疑いがあります")
    case .unsafeName(let place):
      Self.refusal(place, "has a name that could lead out of the archive", "の名前はアーカイブの外を指す恐れがあります")
    case .nameEncoding(let place):
      Self.refusal(place, "has a name that is not plain UTF-8", "の名前が正しい UTF-8 ではありません")
    case .duplicate(let place):
      Self.refusal(place, "occurs twice, so that readers disagree about it", "が重複しており、読み手によって内容が変わります")
    case .special(let place):
      Self.refusal(place, "is a link or a device", "はリンクまたはデバイスです")
    case .overlap(let place):
      Self.refusal(place, "shares bytes with another entry", "が別の項目とバイトを共有しています")
    case .headersDiffer(let place):
      Self.refusal(
        place, "has a header that disagrees with the central directory", "のヘッダーがセントラルディレクトリと一致しません")
    case .encrypted(let place):
      LocalizedText(
        "\(place.text.english) is encrypted; decrypt the archive and audit the result",
        ja: "\(place.text.japanese) は暗号化されています。復号してから監査してください")
    case .method(let place):
      LocalizedText(
        "\(place.text.english) is compressed by a method other than deflate; pack the archive again",
        ja: "\(place.text.japanese) は deflate 以外の方式で圧縮されています。圧縮し直してください")
    case .corrupt(let place):
      Self.refusal(
        place, "does not have the size or checksum it should have", "のサイズまたはチェックサムが一致しません")
    case .unreadable(let reason):
      LocalizedText(
        "the archive cannot be read: \(reason.english)", ja: "アーカイブを読み取れません: \(reason.japanese)")
    }
  }

  private static func refusal(_ place: ArchivePlace, _ english: String, _ japanese: String) -> LocalizedText {
    LocalizedText(
      "\(place.text.english) \(english); the archive is refused, export the app again",
      ja: "\(place.text.japanese) \(japanese)。アーカイブを拒否しました。アプリを書き出し直してください")
  }
}

extension ArchiveError: CustomStringConvertible {
  /// What failed and what to do, in English.
  package var description: String { message.english }
}
