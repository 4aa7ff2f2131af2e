import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A nonce that is used again under the same key.
struct AEADFixedNonce: SwiftRule {
  static let metadata = RuleMetadata(
    id: "aead-fixed-nonce",
    title: LocalizedText("Repeated nonce in authenticated encryption", ja: "認証付き暗号でのノンスの使い回し"),
    why: LocalizedText(
      """
      Two messages under one key and nonce reveal each other, and with AES-GCM the authentication key as \
      well: anyone can then forge messages.
      """,
      ja: """
        同じ鍵とノンスで暗号化した 2 つのメッセージは互いの内容を漏らします。AES-GCM では認証鍵も判明し、\
        誰でもメッセージを偽造できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Leave the nonce out: AES.GCM.seal and ChaChaPoly.seal take a fresh one and put it into combined. \
        XAES256GCM.seal does the same.
        """,
        ja: """
          ノンスを指定しないでください。AES.GCM.seal と ChaChaPoly.seal は新しいノンスを\
          生成し combined に含めます。XAES256GCM.seal も同様です。
          """),
      library: .crypto),
    severity: .critical, confidence: .high, cwe: [323, 329], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let nonce = try AES.GCM.Nonce(data: Data(repeating: 0, count: 12))
        let box = try AES.GCM.seal(plain, using: key, nonce: nonce)
        """,
      good: """
        let box = try AES.GCM.seal(plain, using: key)
        """))

  static let triggers: Set<String> = CryptoUse.triggers.union(["seal"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for use in CryptoUse.all(in: source) {
      guard use.arguments[.nonce] != nil,
        let constant = use.data(.nonce, in: source).first(where: { !$0.isEmpty && !$0.isFromBundle })
      else { continue }
      add(use.name, constant, at: use.place(.nonce, in: source), &report)
    }
    var seen: [String: Call] = [:]
    for call in source.facts.calls("seal") where isAEAD(call) {
      report.note(
        .authenticatedEncryption, at: call.range,
        LocalizedText("Data is sealed with an authenticated cipher.", ja: "認証付き暗号でデータを暗号化しています。"))
      guard let nonce = call.argument("nonce"),
        let name = nonce.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let binding = source.binding(named: name, from: call.scope), binding.kind != .parameter
      else { continue }
      addReuse(of: nonce, binding, call, &seen, in: source, &report)
    }
  }

  private func add(
    _ name: String, _ constant: KnownConstant, at range: Range<Int>, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The nonce given to \(name) is constant; two messages with one nonce reveal each other and let others forge more. Leave it out, or make random bytes for each message.",
        ja: "\(name) に渡されるノンスは定数です。同じノンスの 2 つのメッセージは互いを明かし、偽造も可能にします。省略するか、メッセージごとに乱数を使用してください。"),
      related: constant.steps)
  }

  private func isAEAD(_ call: Call) -> Bool {
    let path = call.receiverPath
    return path.contains("GCM") || path.contains("ChaChaPoly")
  }

  /// A nonce that is kept as a constant of a type, or that two seals of one function share.
  private func addReuse(
    of nonce: ExprSyntax, _ binding: Binding, _ call: Call, _ seen: inout [String: Call],
    in source: SwiftSource, _ report: inout FileReport
  ) {
    let isStored = source.facts.scopes[binding.scope.index].kind == .type
    if isStored, !source.facts.reassigned.contains(binding.name), let value = binding.value,
      Call(value, scope: binding.scope)?.name == "Nonce"
    {
      report.add(
        Self.self, at: nonce.utf8Range,
        LocalizedText(
          "The property \(binding.name) gives every message the same nonce.",
          ja: "プロパティ \(binding.name) により、すべてのメッセージが同じノンスになります。"))
      return
    }
    guard !isStored, !source.facts.reassigned.contains(binding.name) else { return }
    let place = "\(binding.range.lowerBound)"
    if let first = seen[place], first.scope == call.scope {
      report.add(
        Self.self, at: nonce.utf8Range,
        LocalizedText(
          "\(binding.name) is used in two seals.", ja: "\(binding.name) が 2 回の暗号化に使われています。"),
        related: [report.step(at: first.range, LocalizedText("The first use.", ja: "最初の使用箇所です。"))])
    }
    seen[place] = call
  }
}

extension AEADFixedNonce: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) {
      guard let nonce = use.arguments[.nonce], let constant = use.constant(.nonce, in: source),
        constant.isData,
        !constant.isEmpty
      else { continue }
      add(use.name, constant.known(source, besides: nonce), at: use.place(.nonce, in: source), &report)
    }
  }
}
