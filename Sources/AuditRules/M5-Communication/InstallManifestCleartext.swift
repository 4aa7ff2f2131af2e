import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// An app that is installed over the air from an address without encryption.
struct InstallManifestCleartext: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "install-manifest-cleartext",
    title: LocalizedText("App installed over cleartext", ja: "アプリが平文通信で配布されている"),
    why: LocalizedText(
      """
      Devices fetch the app from this address. Whoever is on the path sees who installs it, reads the whole app, and \
      can answer with an older version that has known faults.
      """,
      ja: """
        デバイスはこのアドレスからアプリを取得します。通信経路上の攻撃者は、誰がインストールするかを知り、\
        アプリ全体を読み取り、既知の欠陥を持つ古い版を返すことができます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use https:// in every address of the manifest.", ja: "マニフェストのすべてのアドレスを https:// にしてください。")),
    severity: .high, confidence: .high, cwe: [319, 494], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      language: "export-options",
      bad: """
        <key>method</key><string>enterprise</string>
        <key>manifest</key><dict>
        <key>appURL</key><string>http://apps.tsukimi.example/Tsukimi.ipa</string>
        </dict>
        """,
      good: """
        <key>method</key><string>enterprise</string>
        <key>manifest</key><dict>
        <key>appURL</key><string>https://apps.tsukimi.example/Tsukimi.ipa</string>
        </dict>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    if let options = ExportOptions(list)?.options {
      for entry in options["manifest"]?.dictionary?.entries ?? [] where Self.keys.contains(entry.key) {
        check(entry, named: entry.key, isCode: Self.code.contains(entry.key), list, &report)
      }
      if let entry = options.entry(for: "onDemandResourcesAssetPacksBaseURL") {
        check(entry, named: entry.key, isCode: true, list, &report)
      }
    } else if list.kind == .propertyList {
      checkManifest(list, &report)
    }
  }

  /// The manifest itself, which a device is sent to with `itms-services://`.
  private func checkManifest(_ list: PropertyListSource, _ report: inout FileReport) {
    for item in list.root["items"]?.array ?? []
    where item.value(at: ["metadata", "bundle-identifier"]) != nil {
      for asset in item["assets"]?.array ?? [] {
        guard let kind = asset["kind"]?.string, let entry = asset.dictionary?.entry(for: "url") else {
          continue
        }
        check(entry, named: kind, isCode: Self.code.contains(kind), list, &report)
      }
    }
  }

  private func check(
    _ entry: PropertyListDictionary.Entry, named name: String, isCode: Bool, _ list: PropertyListSource,
    _ report: inout FileReport
  ) {
    guard let address = entry.value.string, let location = CleartextLocation(.string(address)),
      location.scheme == "http://", location.reach != .loopback
    else { return }
    report.add(
      Self.self, in: list.region(of: entry.range),
      LocalizedText(
        "\(name) is fetched from http://\(location.host) without encryption.",
        ja: "\(name) が http://\(location.host) から暗号化なしで取得されます。"),
      severity: !isCode ? .low : location.reach == .privateNetwork ? .medium : nil)
  }

  private static let keys: Set = ["appURL", "displayImageURL", "fullSizeImageURL", "assetPackManifestURL"]
  /// What is installed; the rest are pictures.
  private static let code: Set = [
    "appURL", "assetPackManifestURL", "software-package", "asset-pack-manifest",
  ]
}
