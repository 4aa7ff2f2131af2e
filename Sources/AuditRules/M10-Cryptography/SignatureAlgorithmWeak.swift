import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A signature that rests on a hash with known collisions.
struct SignatureAlgorithmWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "signature-algorithm-weak",
    title: LocalizedText("Signature with SHA-1, MD5 or no hash", ja: "SHA-1、MD5、またはハッシュなしの署名"),
    why: LocalizedText(
      """
      Two documents with the same SHA-1 or MD5 hash can be made, and a signature of one is a signature of the other: what \
      was signed as harmless can be exchanged. Raw RSA signatures can be multiplied into new ones, and raw ECDSA signs \
      only the first bytes.
      """,
      ja: """
        SHA-1 や MD5 が同じになる 2 つの文書は作成でき、一方への署名は他方にも有効です。無害なものとして署名された文書を\
        差し替えられます。パディングのない RSA の署名は掛け合わせると別の署名になり、ハッシュなしの ECDSA は先頭のバイトしか\
        署名しません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Sign and verify with SHA-256 or more, such as rsaSignatureMessagePSSSHA256 or ecdsaSignatureMessageX962SHA256.",
        ja: "rsaSignatureMessagePSSSHA256 や ecdsaSignatureMessageX962SHA256 など、SHA-256 以上で署名・検証してください。"),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [327, 328], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let signature = SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA1, data, &error)
        """,
      good: """
        let signature = SecKeyCreateSignature(key, .rsaSignatureMessagePSSSHA256, data, &error)
        """))

  static let triggers: Set<String> = Set(
    CryptoCall.all.filter { $0.roles[.signature] != nil }.map(\.name) + ["Insecure"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["signature", "isValidSignature"] where source.facts.references["Insecure"] != nil {
      for call in source.facts.calls(name) {
        guard let digest = call.argument("for"), let hash = digestHash(digest, in: call.scope, source) else {
          continue
        }
        add(name, hash, at: digest.utf8Range, &report)
      }
    }
    for use in CryptoUse.all(in: source) where use.arguments[.signature] != nil {
      let names = use.symbols(.signature, in: source).sorted()
      if let name = names.first(where: Self.isRawRSA) {
        add(raw: name, at: use.place(.signature, in: source), &report)
      } else if let name = names.first(where: Self.isRawECDSA), signsText(use, source) {
        add(unhashed: name, at: use.place(.signature, in: source), &report)
      }
      guard
        let name = use.symbols(.signature, in: source).sorted().first(where: { Self.hash(of: $0) != nil }),
        let hash = Self.hash(of: name)
      else { continue }
      add(use.name, hash, at: use.place(.signature, in: source), &report)
    }
  }

  private func add(_ name: String, _ hash: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) works with \(hash), for which others can make two documents with one signature; use SHA-256 or more.",
        ja: "\(name) が \(hash) を使用しており、同じ署名を持つ 2 つの文書を作成できます。SHA-256 以上を使用してください。"))
  }

  private func add(raw name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) signs without a hash and padding, so signatures can be multiplied into new ones; use PSS with SHA-256.",
        ja: "\(name) はハッシュもパディングも使わないため、署名を掛け合わせて別の署名を作成できます。SHA-256 の PSS を使用してください。"))
  }

  private func add(unhashed name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) takes a digest, but gets the text itself and signs only its first bytes; use an algorithm for messages.",
        ja: "\(name) はダイジェストを受け取りますが、文字列がそのまま渡されており、先頭のバイトしか署名されません。メッセージ用のアルゴリズムを使用してください。"))
  }

  private static func isRawRSA(_ name: String) -> Bool { name.lowercased().hasSuffix("rsasignatureraw") }

  /// Algorithms that neither hash nor check the length of what they are given.
  private static func isRawECDSA(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["ecdsasignaturedigestx962", "ecdsasignaturerfc4754", "ecdsasignaturedigestrfc4754"].contains {
      name.hasSuffix($0)
    }
  }

  /// Whether what is signed is made from a text or an encoder, and no hash is on the way.
  private func signsText(_ use: CryptoUse, _ source: SwiftSource) -> Bool {
    guard let call = use.call, call.name.hasPrefix("SecKey"), call.arguments.count > 2 else { return false }
    let names = StoragePlace.parts(of: call.arguments[2].value, in: use.scope, source).names
    return names.contains { $0 == "utf8" || $0 == "encode" }
      && !names.contains { !Self.digestWords.isDisjoint(with: Words.of($0)) }
  }

  private static let digestWords: Set = [
    "hash", "hashed", "digest", "sha", "sha256", "sha384", "sha512", "fingerprint",
  ]

  /// The hash of `Insecure.SHA1.hash(data:)`.
  private func digestHash(_ digest: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> String? {
    for origin in source.origins(of: digest, in: scope) {
      guard let call = Call(origin.expression, scope: origin.scope), call.name == "hash",
        call.receiverPath.contains("Insecure")
      else { continue }
      return call.receiverPath.last == "MD5" ? "MD5" : "SHA-1"
    }
    return nil
  }

  /// The weak hash that the name of an algorithm speaks of.
  private static func hash(of name: String) -> String? {
    let name = name.lowercased().filter { $0 != "_" }
    if name.contains("md5") { return "MD5" }
    if name.contains("md2") || name.contains("md4") { return "MD4" }
    return name.hasSuffix("sha1") || name == "nidsha" ? "SHA-1" : nil
  }
}

extension SignatureAlgorithmWeak: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) where use.arguments[.signature] != nil {
      if let name = use.symbols(.signature, in: source).sorted().first(where: Self.isRawRSA) {
        add(raw: name, at: use.place(.signature, in: source), &report)
      }
      guard
        let name = use.symbols(.signature, in: source).sorted().first(where: { Self.hash(of: $0) != nil }),
        let hash = Self.hash(of: name)
      else { continue }
      add(use.name, hash, at: use.place(.signature, in: source), &report)
    }
  }
}
