import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pin on the whole certificate, or on key bits that do not say of which algorithm they are.
struct PinWholeCertificate: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pin-whole-certificate",
    title: LocalizedText("Whole certificate pinned instead of its key", ja: "公開鍵ではなく証明書全体をピン留めしている"),
    why: LocalizedText(
      """
      A certificate is replaced every few months, its key need not be. An app that knows only the certificate stops \
      working on the day of the renewal, and the usual remedy is to switch pinning off.
      """,
      ja: """
        証明書は数か月ごとに更新されますが、鍵は変える必要がありません。証明書だけを知っているアプリは更新日に動かなくなり、\
        たいていはピン留めを外して対処することになります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Compare the SHA-256 of the SubjectPublicKeyInfo and keep a second pin for the next key. SecureSession and \
        NSPinnedDomains do that.
        """,
        ja: """
          SubjectPublicKeyInfo の SHA-256 を比較し、次の鍵のピンも用意してください。\
          SecureSession や NSPinnedDomains はこの方式です。
          """),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func decide(_ trust: SecTrust) -> URLCredential? {
          guard SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            SecCertificateCopyData(leaf) as Data == pinnedCertificate
          else { return nil }
          return URLCredential(trust: trust)
        }
        """,
      good: """
        func decide(_ trust: SecTrust) -> URLCredential? {
          guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust),
            pinnedKeys.contains(try sha256(subjectPublicKeyInfo(of: key)))
          else { return nil }
          return URLCredential(trust: trust)
        }
        """))

  static let triggers: Set = ["URLCredential", "credentialForTrust"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      guard !TrustEvaluation.acceptingCalls(in: function.scope, source).isEmpty,
        TrustEvaluation.isEvaluated(in: function.scope, source),
        PinComparison.isCompared(in: function.scope, source),
        let extraction = PinComparison.extraction(in: function.scope, source)
      else { continue }
      if extraction.name == "SecCertificateCopyData" {
        guard !Self.readsKeys(source) else { continue }
        report.add(
          Self.self, at: extraction.range,
          LocalizedText(
            "\(function.name) compares the certificate as a whole.", ja: "\(function.name) は証明書全体を比較しています。"),
          confidence: Self.isLeaf(extraction, source) ? .medium : .low)
      } else if let bits = Self.hashedBits(source) {
        report.add(
          Self.self, at: bits.range,
          LocalizedText(
            "The bits of the key are hashed without the name of their algorithm: no tool prints such a pin.",
            ja: "アルゴリズム識別子を付けずに鍵のビット列をハッシュしています。一般のツールが出力するピンとは一致しません。"),
          confidence: .low)
      }
    }
  }

  private static func readsKeys(_ source: SwiftSource) -> Bool {
    ["SecTrustCopyKey", "SecCertificateCopyKey", "SecKeyCopyExternalRepresentation", "SecTrustCopyPublicKey"]
      .contains { source.facts.references[$0] != nil }
  }

  /// Whether the certificate is the first of the chain.
  private static func isLeaf(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let argument = call.arguments.first?.value else { return false }
    return source.origins(of: argument, in: call.scope).contains { origin in
      let text = origin.expression.trimmedDescription
      if let made = Call(origin.expression, scope: origin.scope), made.name == "SecTrustGetCertificateAtIndex"
      {
        return made.arguments.last.flatMap { source.fold($0.value, in: origin.scope).integer } == 0
      }
      return text.hasSuffix(".first") || text.hasSuffix("[0]") || text.hasSuffix(".first!")
    }
  }

  /// Where key bits are taken that are hashed although the file has no header to put before them.
  private static func hashedBits(_ source: SwiftSource) -> Call? {
    guard let bits = source.facts.calls("SecKeyCopyExternalRepresentation").first else { return nil }
    let hashes = ["CC_SHA256", "sha256"].contains { !source.facts.calls($0).isEmpty }
    let usesSHA256 = source.facts.calls("hash").contains { $0.receiverPath.last == "SHA256" }
    guard hashes || usesSHA256 else { return nil }
    let hasHeader = source.facts.bindings.contains { binding in
      Words.of(binding.name).contains {
        ["header", "asn1", "asn", "spki", "prefix", "der", "info"].contains($0)
      }
    }
    return hasHeader ? nil : bits
  }
}
