#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What an `errno` value means.
package enum SystemError {
  /// What `code` means, in the system's own words in English, such as `No space left on device`.
  package static func text(_ code: Int32) -> HelpText {
    let english = systemText(code)
    return HelpText(english, ja: japanese[code] ?? english)
  }

  private static func systemText(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // because strerror_r writes at most `count` bytes into the array; with 0 as result they end with a zero
    let isKnown = unsafe strerror_r(code, &buffer, buffer.count) == 0
    guard isKnown, let end = buffer.firstIndex(of: 0) else { return "error \(code)" }
    return String(decoding: buffer[..<end].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The values that files and networks give; the others are left to the system.
  private static let japanese: [Int32: String] = [
    EACCES: "アクセス権がありません", EBUSY: "使用中です", ECONNREFUSED: "接続を拒否されました",
    ECONNRESET: "接続が切断されました", EDQUOT: "割り当てられた容量を超えました", EEXIST: "すでに存在します",
    EFBIG: "ファイルが大きすぎます", EHOSTUNREACH: "ホストに到達できません", EIO: "入出力エラーが発生しました",
    EISDIR: "フォルダです", ELOOP: "シンボリックリンクの階層が深すぎます", EMFILE: "開いているファイルが多すぎます",
    ENAMETOOLONG: "名前が長すぎます", ENETUNREACH: "ネットワークに到達できません",
    ENOENT: "そのようなファイルやフォルダはありません", ENOMEM: "メモリが足りません", ENOSPC: "空き容量がありません",
    ENOTDIR: "フォルダではありません", ENOTEMPTY: "フォルダが空ではありません", EPERM: "許可されていない操作です",
    EPIPE: "パイプが閉じられました", EROFS: "読み取り専用のファイルシステムです", ETIMEDOUT: "時間切れです",
  ]
}
