import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A signature or code is checked, and the program goes on whatever the answer is.
struct SignatureResultIgnored: SwiftRule {
  static let metadata = RuleMetadata(
    id: "signature-result-ignored",
    title: LocalizedText("Result of a signature check is ignored", ja: "署名検証の結果が無視されている"),
    why: LocalizedText(
      """
      A signature protects only what is refused when it does not match. When the program goes on whatever the answer is, \
      anyone can replace the signed data.
      """,
      ja: """
        署名は、一致しないデータを拒否して初めて意味を持ちます。結果に関係なく処理が続くと、誰でも署名済みデータを\
        差し替えられます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Leave the function or throw an error when the check fails, before anything is done with the data.",
        ja: "検証に失敗したら、データを使う前に関数を抜けるかエラーを投げてください。"),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [347, 252], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func apply(_ update: Data, _ signature: Data) throws {
          _ = publicKey.isValidSignature(signature, for: update)
          try install(update)
        }
        """,
      good: """
        func apply(_ update: Data, _ signature: Data) throws {
          guard publicKey.isValidSignature(signature, for: update) else { throw UpdateError.forged }
          try install(update)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.answering {
      for call in source.facts.calls(name) {
        if IgnoredAnswer.isIgnored(ExprSyntax(call.node), in: source) {
          add(name, at: call.range, &report)
        } else if !name.contains("Raw"), IgnoredAnswer.isInverted(call, in: source) {
          add(inverted: name, at: call.range, &report)
        }
      }
    }
    for name in ["verify", "verifySignature", "verified", "verifyAndDecode"] {
      for call in source.facts.calls(name)
      where isSignature(call, source) && !IgnoredAnswer.isLeftToHandler(call) {
        let isIgnored =
          IgnoredAnswer.isErrorIgnored(call, in: source)
          || !IgnoredAnswer.throwsError(call) && IgnoredAnswer.isIgnored(ExprSyntax(call.node), in: source)
        if isIgnored { add(name, at: call.range, &report) }
      }
    }
    guard
      ["CCHmac", "CCHmacFinal", "authenticationCode", "HMAC"].contains(where: {
        source.facts.references[$0] != nil
      })
    else { return }
    for comparison in source.facts.comparisons where comparison.isEquality && isCode(comparison) {
      guard let whole = comparison.left.parent?.parent?.as(SequenceExprSyntax.self),
        whole.elements.count <= 5,
        IgnoredAnswer.isIgnored(ExprSyntax(whole), isInverted: comparison.operation == "!=", in: source)
      else { continue }
      add("==", at: comparison.range, &report)
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    let what =
      name == "=="
      ? LocalizedText("The authentication code is compared", ja: "認証コードは比較されています")
      : LocalizedText("\(name) checks the data", ja: "\(name) でデータを検証しています")
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(what.english), but the program goes on whatever the answer is, so forged data is accepted; stop when the check fails.",
        ja: "\(what.japanese)が、結果に関係なく処理が続くため、偽造データが受け入れられます。検証に失敗したら処理を中止してください。"))
  }

  private func add(inverted name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The program stops when \(name) holds and goes on with forged data; invert the condition.",
        ja: "\(name) が成立すると処理を中止し、偽造データでは続行します。条件を逆にしてください。"))
  }

  /// Whether a function with such a name checks a signature: its arguments, its receiver or its function say so.
  private func isSignature(_ call: Call, _ source: SwiftSource) -> Bool {
    if call.name != "verify" { return true }
    let labels = call.labels.flatMap { Words.of($0) }
    let receiver = call.receiver.flatMap(NamePath.last).map { Words.of($0) } ?? []
    return (labels + receiver).contains(where: Self.words.contains)
  }

  /// Whether one side is what CCHmac or HMAC computed, and the other a code that came along.
  private func isCode(_ comparison: Comparison) -> Bool {
    let names = [comparison.left, comparison.right].compactMap { NamePath.last(of: $0) }
    return names.count == 2 && names.allSatisfy { Words.of($0).contains(where: Self.codes.contains) }
  }

  static let answering = [
    "isValidSignature", "isValidAuthenticationCode", "SecKeyVerifySignature", "SecKeyRawVerify",
    "crypto_sign_verify_detached", "crypto_auth_verify", "EVP_DigestVerifyFinal", "EVP_VerifyFinal",
    "RSA_verify",
    "ECDSA_verify", "ed25519_verify", "SecStaticCodeCheckValidity", "SecCodeCheckValidity",
  ]
  private static let words: Set = [
    "signature", "signed", "mac", "hmac", "jwt", "jws", "signer", "signers", "sign", "publickey", "tag",
    "token",
    "verifier", "digest",
  ]
  private static let codes: Set = ["mac", "hmac", "tag", "signature", "code", "digest", "checksum", "hash"]
}

extension SignatureResultIgnored: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for name in Self.answering where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        guard let function = call.function, IgnoredAnswer.isIgnored(call.tokens, function, source) else {
          continue
        }
        add(name, at: source.bytes(of: call.tokens), &report)
      }
    }
    // CCHmac, then `memcmp(…) != 0` or `isEqualToData:`.
    guard source.names.contains("CCHmac") || source.names.contains("CCHmacFinal") else { return }
    let comparisons =
      source.calls("memcmp", "timingsafe_bcmp", "CRYPTO_memcmp").map { ($0.tokens, $0.function) }
      + source.messages("isEqualToData:", "isEqualToString:").map { ($0.tokens, $0.function) }
    for (tokens, function) in comparisons.prefix(ObjectiveCSource.closeLooks) {
      guard let function,
        tokens.contains(where: { index in
          source.tokens[index].kind == .identifier
            && Words.of(source.tokens[index].text).contains(where: {
              Self.codes.subtracting(["code", "hash"]).contains($0)
            })
        }), source.calls("CCHmac", "CCHmacFinal").contains(where: { $0.function == function }),
        IgnoredAnswer.isIgnored(tokens, function, source)
      else { continue }
      add("==", at: source.bytes(of: tokens), &report)
    }
  }
}
