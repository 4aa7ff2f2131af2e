import AuditEngine
import OmamoriCore
import OmamoriCrypto
import OmamoriReport

/// A certificate in the app that is about to end, or too weak to be trusted.
struct PinCertificateExpiring: ProjectRule {
  static let metadata = RuleMetadata(
    id: "pin-certificate-expiring",
    title: LocalizedText("Bundled certificate is ending or weak", ja: "同梱の証明書の期限切れ・強度不足"),
    why: LocalizedText(
      """
      On the day on which the certificate ends, apps that pin to it stop working until people update. A short key or a \
      SHA-1 signature can be forged.
      """,
      ja: "証明書の期限が切れた日から、更新されるまでアプリは通信できません。短い鍵や SHA-1 の署名は偽造される恐れがあります。"),
    fix: RuleFix(
      LocalizedText(
        "Pin the keys of the current and the next certificate with PinSet, and ship the new one before the old ends.",
        ja: "PinSet で現在と次の証明書の鍵をピン留めし、期限前に新しい証明書を配布してください。"),
      library: .transport),
    severity: .medium, confidence: .high, cwe: [298], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(language: "certificate", bad: "ended", good: "current"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    for file in project.inventory.files(.certificateOrKey) where file.size <= Certificate.greatestSize {
      guard file.context == .app, let certificate = Self.certificate(in: file) else { continue }
      for fault in Self.faults(of: certificate, at: Date()) {
        report.add(
          Self.self, file: file.path,
          region: SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1), snippet: file.name,
          LocalizedText("\(file.name) \(fault.english).", ja: "\(file.name) は\(fault.japanese)。"))
      }
    }
  }

  private static func certificate(in file: SourceFile) -> Certificate? {
    guard let bytes = try? file.bytes() else { return nil }
    if bytes.starts(with: "-----BEGIN CERTIFICATE-----".utf8) {
      return try? Certificate(pemRepresentation: String(decoding: bytes, as: UTF8.self))
    }
    return bytes.first == 0x30 ? try? Certificate(derRepresentation: Data(bytes)) : nil
  }

  /// What is wrong with `certificate` on a day.
  static func faults(of certificate: Certificate, at now: Date) -> [LocalizedText] {
    var faults: [LocalizedText] = []
    let days = Int((certificate.notValidAfter.timeIntervalSince(now) / 86400).rounded(.down))
    if days < 0 {
      // It has to be replaced whatever else is wrong with it.
      return [LocalizedText("ended \(-days) days ago", ja: "\(-days) 日前に期限が切れています")]
    }
    if days < 30 {
      faults.append(LocalizedText("ends in \(days) days", ja: "あと \(days) 日で期限が切れます"))
    }
    guard let details = try? CertificateDetails(certificate) else { return faults }
    if case .rsa(let bits, _) = details.key, bits < 2048 {
      faults.append(
        LocalizedText("has an RSA key of \(bits) bits", ja: "RSA 鍵が \(bits) ビットしかありません"))
    }
    // Nobody checks how a root signs itself.
    if !details.isSelfIssued, let digest = details.signature.digest,
      [.md2, .md5, .sha1].contains(digest)
    {
      let name = digest.rawValue.uppercased()
      faults.append(LocalizedText("is signed with \(name)", ja: "\(name) で署名されています"))
    }
    return faults
  }
}
