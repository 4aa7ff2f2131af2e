import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A profile that does not fit the build, or no longer does.
struct ProvisioningProfileRisk: BundleRule {
  static let metadata = RuleMetadata(
    id: "provisioning-profile-risk",
    title: LocalizedText("Provisioning profile that does not fit", ja: "ビルドに適さないプロビジョニングプロファイル"),
    why: LocalizedText(
      """
      With an expired profile the app stops to start; one for all devices lets anybody install the build; and rights \
      that the profile does not grant show a build that was signed again by somebody else.
      """,
      ja: """
        期限切れのプロファイルではアプリが起動しなくなり、すべてのデバイス向けのものでは誰でもビルドをインストールできます。\
        プロファイルにない権限は、別の者が署名し直したビルドであることを示します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Export again with the current profile of your team for this way of distribution.",
        ja: "配布方法に合ったチームの現行プロファイルで書き出し直してください。")),
    severity: .low, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      language: "macho", bad: "profile: ProvisionsAllDevices",
      good: "profile: IsXcodeManaged"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    check(bundle, now: Date(), &report)
  }

  /// Reports what it finds in `bundle` at a moment.
  func check(_ bundle: AppBundle, now: Date, _ report: inout ProjectReport) {
    for unit in bundle.units {
      guard let profile = unit.profile else { continue }
      let signatures = unit.executable?.slices.compactMap(\.signature) ?? []
      for (snippet, message) in Self.faults(of: profile, signatures, now: now) {
        report.add(Self.self, file: profile.path, region: .wholeFile, snippet: snippet, message)
      }
    }
  }

  private static func faults(
    of profile: ProvisioningProfile, _ signatures: [CodeSignature], now: Date
  ) -> [(snippet: String, message: LocalizedText)] {
    var faults: [(String, LocalizedText)] = []
    if let end = profile.expires, end < now {
      faults.append(
        ("ExpirationDate", LocalizedText("The profile has expired.", ja: "プロファイルの有効期限が切れています。")))
    }
    if profile.isForAllDevices {
      faults.append(
        (
          "ProvisionsAllDevices",
          LocalizedText(
            "The profile lets every device run the build.", ja: "プロファイルがすべてのデバイスでの実行を許可しています。")
        ))
    }
    if profile.devices.count > manyDevices {
      faults.append(
        (
          "ProvisionedDevices",
          LocalizedText(
            "The profile names \(profile.devices.count) devices.",
            ja: "プロファイルに \(profile.devices.count) 台のデバイスが登録されています。")
        ))
    }
    if let team = signatures.lazy.compactMap(\.team).first, !profile.teams.isEmpty,
      !profile.teams.contains(team)
    {
      faults.append(
        (
          "TeamIdentifier",
          LocalizedText(
            "The profile is of the team \(profile.teams[0]), the signature of \(team).",
            ja: "プロファイルのチームは \(profile.teams[0]) ですが、署名のチームは \(team) です。")
        ))
    }
    if let allowed = profile.entitlements?.dictionary {
      let asked = signatures.lazy.compactMap(\.entitlements?.dictionary).first?.entries.map(\.key) ?? []
      for key in asked where allowed[key] == nil && !free.contains(key) {
        faults.append(
          (
            key,
            LocalizedText(
              "The signature asks for \(key), which the profile does not grant.",
              ja: "署名が要求する \(key) をプロファイルが許可していません。")
          ))
      }
    }
    return faults
  }

  /// More than one kind of device of a membership has in a year.
  private static let manyDevices = 100

  /// Entitlements that need no profile.
  private static let free: Set<String> = [
    "get-task-allow", "com.apple.security.get-task-allow", "com.apple.security.app-sandbox",
    "com.apple.security.application-groups", "beta-reports-active",
  ]
}
