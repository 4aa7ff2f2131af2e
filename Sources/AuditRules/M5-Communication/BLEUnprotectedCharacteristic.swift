import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A characteristic with something sensitive in it that devices read or write without pairing.
struct BLEUnprotectedCharacteristic: SwiftRule {
  static let metadata = RuleMetadata(
    id: "ble-unprotected-characteristic",
    title: LocalizedText("Bluetooth characteristic without encryption", ja: "暗号化を要求しない Bluetooth 特性"),
    why: LocalizedText(
      """
      Any device in radio range connects without pairing and reads or writes the value; what travels can be overheard, \
      too.
      """,
      ja: """
        電波の届く範囲のどのデバイスも、ペアリングなしで接続して値を読み書きできます。通信も傍受できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use .readEncryptionRequired and .writeEncryptionRequired, and encrypt the value itself (OmamoriMessaging), since \
        pairing without a code keeps nobody out.
        """,
        ja: """
          .readEncryptionRequired と .writeEncryptionRequired を使用し、値そのものも暗号化してください（OmamoriMessaging）。\
          コード確認のないペアリングでは誰でも接続できるためです。
          """),
      library: .messaging),
    severity: .low, confidence: .medium, cwe: [311], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let passcode = CBMutableCharacteristic(
          type: passcodeUUID, properties: [.read], value: nil, permissions: [.readable])
        """,
      good: """
        let passcode = CBMutableCharacteristic(
          type: passcodeUUID, properties: [.read], value: nil, permissions: [.readEncryptionRequired])
        """))

  static let triggers: Set = ["CBMutableCharacteristic"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("CBMutableCharacteristic") {
      guard let permissions = call.argument("permissions"), let name = subject(of: call, source) else {
        continue
      }
      let open = symbols(source.fold(permissions, in: call.scope)).filter(Self.open.contains)
      guard !open.isEmpty else { continue }
      report.add(
        Self.self, at: permissions.utf8Range,
        LocalizedText(
          "“\(name)” is .\(open[0]) for devices that never paired.",
          ja: "「\(name)」は、ペアリングしていないデバイスに対して .\(open[0]) になっています。"))
    }
  }

  private func symbols(_ value: Value) -> [String] {
    switch value {
    case .symbol(let name): [name]
    case .array(let values), .oneOf(let values): values.flatMap { symbols($0) }
    default: []
    }
  }

  /// The sensitive name of the characteristic, its type or its value.
  private func subject(of call: Call, _ source: SwiftSource) -> String? {
    var names: [String] = []
    if let binding = call.node.ancestor(PatternBindingSyntax.self, within: 4),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      names.append(name)
    }
    if let sequence = call.node.ancestor(SequenceExprSyntax.self, within: 3),
      let name = sequence.elements.first.flatMap(NamePath.last)
    {
      names.append(name)
    }
    names += ["type", "value"].compactMap { call.argument($0).flatMap(NamePath.last) }
    return names.first { name in
      let words = Words.of(name).filter { !Self.kinds.contains($0) }
      return SensitiveLexicon.meaning(of: words.joined(separator: "_")) != nil
    }
  }

  private static let open: Set = ["readable", "writeable"]
  private static let kinds: Set = [
    "characteristic", "char", "uuid", "cbuuid", "id", "ble", "gatt", "type", "identifier",
  ]
}
