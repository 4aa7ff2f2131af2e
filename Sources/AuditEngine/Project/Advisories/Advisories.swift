import OmamoriCore
import OmamoriReport

/// The advisories that ship with the audit, so that it needs no network.
///
/// Sources: the GitHub Advisory Database <https://github.com/advisories>, <https://osv.dev>, and the release notes of
/// the packages. Only ranges that were read there are listed; the table is dated, and newer advisories are not in it.
package enum Advisories {
  /// The day on which the table was last compared with its sources.
  package static let date = "2026-11-22"

  /// Those that concern `package` in `version`, the most serious first.
  package static func concerning(
    _ package: PackageIdentity, _ version: SemanticVersion,
    in list: [Advisory] = all + ProjectTerms.current.advisories
  ) -> [Advisory] {
    list.filter { $0.package == package && $0.range(of: version) != nil }
      .sorted { ($1.severity, $0.id) < ($0.severity, $1.id) }
  }

  /// The whole table.
  package static let all: [Advisory] = archives + network + cryptography + others

  private static let archives = [
    Advisory(
      "CVE-2023-39138", "ZIPFoundation", [.init(fixed: "0.9.18")], .high,
      LocalizedText("an archive can write outside of the folder", ja: "アーカイブが展開先フォルダの外に書き込めます")),
    Advisory(
      "CVE-2022-36943", "SSZipArchive", [.init(fixed: "2.5.4")], .high,
      LocalizedText("an archive with a link can overwrite files", ja: "リンクを含むアーカイブがファイルを上書きできます")),
    Advisory(
      "CVE-2025-0509", "Sparkle", [.init(fixed: "2.6.4")], .high,
      LocalizedText("the signature of an update can be bypassed", ja: "アップデートの署名検証を回避できます")),
    Advisory(
      "CVE-2026-47121", "Sparkle", [.init(fixed: "2.9.2")], .medium,
      LocalizedText("a delta update can write through links", ja: "差分アップデートがリンク経由で書き込めます")),
    Advisory(
      "CVE-2023-4863", "libwebp", [.init(fixed: "1.3.2")], .critical,
      LocalizedText("a picture can run code", ja: "細工された画像によりコードが実行されます")),
  ]

  private static let network = [
    // <https://nvd.nist.gov/vuln/detail/CVE-2015-3996>; which versions: AFNetworking's issues 2619, 2690 and 2727.
    Advisory(
      "CVE-2015-3996", "AFNetworking", [.init(fixed: "2.5.3")], .high,
      LocalizedText("the certificate of any other host is accepted", ja: "別のホストの証明書も受け入れます")),
    Advisory(
      "CVE-2017-7192", "Starscream", [.init(fixed: "2.0.4")], .high,
      LocalizedText("certificate pinning can be bypassed", ja: "証明書ピンニングを回避できます")),
    Advisory(
      "CVE-2026-28980", "swift-nio", [.init(fixed: "2.100.0")], .high,
      LocalizedText("many headers exhaust the memory", ja: "大量のヘッダーでメモリが枯渇します")),
    Advisory(
      "CVE-2026-43671", "swift-nio", [.init(from: "1.0.0", fixed: "2.100.0")], .high,
      LocalizedText("a large length writes out of bounds", ja: "巨大な長さの値により範囲外へ書き込まれます")),
    Advisory(
      "CVE-2026-28970", "swift-nio", [.init(from: "2.0.0", fixed: "2.100.0")], .medium,
      LocalizedText("requests can be smuggled", ja: "リクエストスマグリングが可能です")),
    Advisory(
      "CVE-2026-64785", "swift-nio-http2", [.init(fixed: "1.45.0")], .medium,
      LocalizedText("line ends in headers are accepted", ja: "ヘッダー内の改行を受け入れます")),
    Advisory(
      "CVE-2026-28898", "swift-nio-http2", [.init(fixed: "1.44.0")], .medium,
      LocalizedText("requests can be smuggled", ja: "リクエストスマグリングが可能です")),
    Advisory(
      "GHSA-xvr7-p2c6-j83w", "swift-nio-http2", [.init(fixed: "1.38.0")], .medium,
      LocalizedText("streams that are reset exhaust the server", ja: "ストリームのリセットでサーバーの資源が枯渇します")),
    Advisory(
      "CVE-2022-24668", "swift-nio-http2", [.init(from: "1.0.0", fixed: "1.19.2")], .high,
      LocalizedText("a frame ends the process", ja: "特定のフレームでプロセスが停止します")),
    Advisory(
      "CVE-2026-28975", "swift-nio-extras", [.init(fixed: "1.34.1")], .medium,
      LocalizedText("the limit of decompression can be bypassed", ja: "展開サイズの制限を回避できます")),
    Advisory(
      "CVE-2022-3252", "swift-nio-extras",
      [
        .init(fixed: "1.9.2"), .init(from: "1.10.0", fixed: "1.10.3"), .init(from: "1.11.0", fixed: "1.14.0"),
      ],
      .high, LocalizedText("decompression never ends", ja: "展開処理が終了しません")),
    Advisory(
      "CVE-2019-8849", "swift-nio-ssl", [.init(from: "2.0.0", fixed: "2.4.1")], .critical,
      LocalizedText("the stack is executable", ja: "スタックが実行可能です")),
    Advisory(
      "CVE-2021-36155", "grpc-swift", [.init(fixed: "1.2.0")], .high,
      LocalizedText("a message exhausts the memory", ja: "メッセージでメモリが枯渇します")),
    Advisory(
      "CVE-2026-30867", "CocoaMQTT", [.init(fixed: "2.2.2")], .medium,
      LocalizedText("a packet ends the app", ja: "細工されたパケットでアプリが停止します")),
  ]

  private static let cryptography = [
    Advisory(
      "CVE-2026-28815", "swift-crypto", [.init(from: "4.0.0", fixed: "4.3.1")], .high,
      LocalizedText("a short ciphertext reads out of bounds", ja: "短い暗号文により範囲外が読み取られます")),
    Advisory(
      "GHSA-88q6-jcjg-hvmw", "jose-swift", [.init(fixed: "6.0.2")], .high,
      LocalizedText("tokens without a signature are accepted", ja: "署名のないトークンを受け入れます")),
    Advisory(
      "CVE-2022-39257", "MatrixSDK", [.init(fixed: "0.23.19")], .high,
      LocalizedText("a server can impersonate people", ja: "サーバーが他人になりすませます")),
  ]

  private static let others = [
    Advisory(
      "CVE-2022-23465", "SwiftTerm", [.init(fixed: "1.2.0")], .high,
      LocalizedText("a window title runs commands", ja: "ウィンドウタイトルからコマンドが実行されます")),
    Advisory(
      "CVE-2024-25713", "yyjson", [.init(fixed: "0.9.0")], .high,
      LocalizedText("memory is freed twice", ja: "メモリが二重に解放されます")),
    Advisory(
      "CVE-2024-21631", "vapor", [.init(fixed: "4.90.0")], .medium,
      LocalizedText("the host of an address can be spoofed", ja: "アドレスのホスト名を偽装できます")),
    Advisory(
      "CVE-2026-28499", "leaf-kit", [.init(fixed: "1.14.2")], .medium,
      LocalizedText("collections are not escaped in HTML", ja: "コレクションが HTML エスケープされません")),
  ]
}
