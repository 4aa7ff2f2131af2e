import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A shared key agreed with a kept key pair and a peer that nobody identified.
struct KeyExchangeUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "key-exchange-unauthenticated",
    title: LocalizedText("Key exchange with an unproven peer", ja: "相手を確認しない鍵交換"),
    why: LocalizedText(
      """
      Nothing proves whose public key it is: someone between the two agrees a key with each and reads along. With \
      kept keys on both sides all messages fall with one of them, and one key for both directions lets messages be \
      sent back as if the other had written them.
      """,
      ja: """
        公開鍵が誰のものかを確認しないと、間に入った者が双方と鍵を共有して通信を読めます。双方が固定鍵の場合は\
        一方の漏えいで全メッセージが解読され、両方向で同じ鍵を使うと、送ったメッセージを相手のものとして送り返されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use OmamoriMessaging or HPKE in auth mode; at least sign the public keys with a key that the peers have \
        compared, and derive one key for each direction.
        """,
        ja: """
          OmamoriMessaging、または HPKE の auth モードを使用してください。少なくとも、互いに照合済みの鍵で公開鍵に\
          署名し、方向ごとに別の鍵を導出してください。
          """),
      library: .messaging),
    severity: .medium, confidence: .medium, cwe: [322], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        final class Room {
          private let privateKey = Curve25519.KeyAgreement.PrivateKey()
          func join(_ friend: Curve25519.KeyAgreement.PublicKey) throws {
            let secret = try privateKey.sharedSecretFromKeyAgreement(with: friend)
            key = secret.hkdfDerivedSymmetricKey(
              using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32)
          }
          func say(_ text: Data) throws -> Data { try ChaChaPoly.seal(text, using: key).combined }
          func read(_ box: ChaChaPoly.SealedBox) throws -> Data { try ChaChaPoly.open(box, using: key) }
        }
        """,
      good: """
        final class Room {
          func join(_ friend: Curve25519.KeyAgreement.PublicKey, identity: Identity) throws {
            sender = try HPKE.Sender(
              recipientKey: friend, ciphersuite: suite, info: label, authenticatedBy: identity.privateKey)
          }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let agreements = source.facts.calls("sharedSecretFromKeyAgreement")
    // Several agreements are mixed by protocols that authenticate through one of them.
    guard agreements.count == 1, let agreement = agreements.first, !authenticates(source),
      let own = keptKey(of: agreement, source), let peer = agreement.argument("with"),
      isHandedIn(peer, agreement.scope, source)
    else { return }
    let isWithoutContext = (source.facts.calls("hkdfDerivedSymmetricKey") + source.facts.calls("deriveKey"))
      .contains { HKDFNoContext.lacksContext($0, source) }
    let shared = keyOfBothDirections(source)
    guard isWithoutContext || shared != nil else { return }
    let name = source.quote(peer, limit: 40)
    report.add(
      Self.self, at: agreement.range,
      LocalizedText(
        """
        A key is agreed between the kept \(own) and \(name), and nothing in this file proves whose key that is\
        \(shared.map { "; \($0) then serves both directions" } ?? "").
        """,
        ja: """
          保持している \(own) と \(name) で鍵を共有していますが、このファイルでは \(name) が誰の鍵かを確認していません\
          \(shared.map { "。さらに \($0) を両方向に使用しています" } ?? "")。
          """),
      confidence: isWithoutContext && shared != nil ? nil : .low)
  }

  /// The name of the own key if it outlives the call: a member of the type.
  private func keptKey(of agreement: Call, _ source: SwiftSource) -> String? {
    guard let key = agreement.receiver, let name = NamePath.last(of: key),
      let type = source.facts.typeName(around: agreement.scope),
      source.binding(named: name, from: agreement.scope).map({
        source.facts.scopes[$0.scope.index].kind == .type
      }) ?? true,
      source.facts.member(name, of: type) != nil,
      !Words.of(name).contains(where: { ["ephemeral", "temporary", "onetime"].contains($0) })
    else { return nil }
    return name
  }

  /// Whether the peer's key is a parameter, or made from one.
  private func isHandedIn(_ peer: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: scope), let parameters = function.parameters else {
      return false
    }
    let names = Set(parameters.map { ($0.secondName ?? $0.firstName).text })
    return NameFlow.use(of: NameFlow.spread(names, in: function.body), in: peer) != nil
  }

  /// The name of a key that the file both seals and opens with.
  private func keyOfBothDirections(_ source: SwiftSource) -> String? {
    func keys(_ name: String) -> Set<String> {
      Set(source.facts.calls(name).compactMap { $0.argument("using").flatMap(NamePath.last) })
    }
    return keys("seal").intersection(keys("open")).min()
  }

  /// Whether the file proves keys in some way: signatures, authenticated modes, fingerprints, ratchets.
  private func authenticates(_ source: SwiftSource) -> Bool {
    let facts = source.facts
    func speaks(_ name: String) -> Bool { Words.of(name).contains(where: Self.proofs.contains) }
    return facts.calls.contains { call in
      speaks(call.name) || call.arguments.contains { speaks($0.label ?? "") }
        || call.receiverPath.contains(where: speaks)
    }
      || facts.bindings.contains { speaks($0.name) } || facts.functions.contains { speaks($0.name) }
      || facts.types.contains { speaks($0.name) }
  }

  private static let proofs: Set = [
    "signature", "signed", "sign", "signing", "verify", "verified", "verification", "validate",
    "authenticated",
    "authenticate", "authentication", "fingerprint", "safety", "prekey", "prekeys", "ratchet", "handshake",
    "noise", "transcript", "trusted", "pinned", "hpke", "certificate", "attestation", "attest",
    "ephemeral", "identity", "pake", "commitment",
  ]
}
