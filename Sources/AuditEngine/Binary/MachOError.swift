package import OmamoriCore

/// Why a file that begins like machine code is not examined.
package enum MachOError: Error, Sendable, Equatable {
  /// No header of a known form, or a table of slices that leads nowhere.
  case malformed
  /// An archive of object files for linking; the product that it is linked into is examined instead.
  case archive

  /// What failed and what to do, in both languages.
  package var message: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "machine code with a broken header; build or copy the file again",
        ja: "機械語ファイルのヘッダーが壊れています。もう一度ビルドするかコピーしてください")
    case .archive:
      LocalizedText(
        "a static library; audit the app that it is linked into",
        ja: "静的ライブラリです。リンク先のアプリを監査してください")
    }
  }
}

extension MachOError: CustomStringConvertible {
  /// What failed and what to do, in English.
  package var description: String { message.english }
}
