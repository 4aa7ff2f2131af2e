import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A check for jailbreaks that one patched answer defeats.
struct JailbreakCheckWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "jailbreak-check-weak",
    title: LocalizedText("Jailbreak check that is one Bool", ja: "Bool ひとつに依存する脱獄検出"),
    why: LocalizedText(
      """
      Hooking tools replace a function that answers yes or no in seconds, and the listed paths are \
      hidden by default. The check tells the honest and not the attacker.
      """,
      ja: """
        はい・いいえを返す関数は、フックツールで数秒で置き換えられます。調べているパスも標準で隠されるた\
        め、検出できるのは攻撃者ではない利用者だけです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Collect several independent signals with their evidence, send them to the server with an App \
        Attest assertion and let it decide. OmamoriDevice gathers them.
        """,
        ja: """
          独立した複数の兆候を根拠とともに集め、App Attest のアサーションを付けてサーバーに送り、サーバ\
          ーで判断してください。OmamoriDevice がこれらを収集します。
          """),
      library: .device),
    severity: .info, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      bad: """
        func isJailbroken() -> Bool {
          FileManager.default.fileExists(atPath: "/Applications/Cydia.app")
        }
        """,
      good: """
        func signals() -> Set<Signal> {
          var signals: Set<Signal> = []
          if FileManager.default.fileExists(atPath: "/Applications/Cydia.app") { signals.insert(.file) }
          return signals
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let checks = IntegrityChecks.jailbreakChecks(source)
    for (function, marker) in checks {
      report.note(
        .integrityCheck, at: function.nameRange,
        LocalizedText("\(function.name) looks for \(marker).", ja: "\(function.name) は \(marker) を調べています。"))
    }
    guard !source.facts.imports.contains("DeviceCheck") else { return }
    let deciding = checks.filter { $0.function.returnsBool }
    for (function, marker) in deciding where !isPart(function, of: deciding.map(\.function), source) {
      report.add(
        Self.self, at: function.nameRange,
        LocalizedText(
          "\(function.name) decides by signs such as \(marker) and answers with one Bool.",
          ja: "\(function.name) は \(marker) などの兆候から判断し、Bool ひとつで答えています。"))
    }
  }

  /// Whether another of `functions` calls this one; then that one is the check.
  private func isPart(_ function: Function, of functions: [Function], _ source: SwiftSource) -> Bool {
    functions.contains { other in
      other.scope != function.scope
        && (source.facts.references[function.name] ?? []).contains {
          source.facts.isWithin($0.scope, other.scope)
        }
    }
  }
}

extension JailbreakCheckWeak: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard !source.names.isDisjoint(with: IntegrityChecks.probes) else { return }
    let lists = source.assignments.filter { $0.function == nil }.compactMap { list in
      IntegrityChecks.marker(in: list.value, source).map { (list.name, $0) }
    }
    var checks: [(index: Int, marker: String)] = []
    for (index, function) in source.functions.enumerated()
    where !source.uses(of: Set(IntegrityChecks.probes), in: function.body).isEmpty {
      let listed = lists.prefix(20).first { !source.uses(of: [$0.0], in: function.body).isEmpty }?.1
      let named =
        IntegrityChecks.isCheck(function.name) ? IntegrityChecks.place(in: function.body, source) : nil
      guard let marker = IntegrityChecks.marker(in: function.body, source) ?? listed ?? named else {
        continue
      }
      checks.append((index, marker))
      report.note(
        .integrityCheck, at: source.bytes(of: function.head),
        LocalizedText("\(function.name) looks for \(marker).", ja: "\(function.name) は \(marker) を調べています。"))
    }
    // Attestation by the server is a second signal.
    guard source.names.isDisjoint(with: ["DCAppAttestService", "DCDevice"]) else { return }
    let deciding = checks.filter {
      ["BOOL", "bool", "Boolean", "_Bool"].contains(source.functions[$0.index].result)
    }
    for (index, marker) in deciding.prefix(20) {
      let name = source.functions[index].name
      let isPart = deciding.contains { other in
        other.index != index
          && !source.uses(of: [String(name.prefix { $0 != ":" })], in: source.functions[other.index].body)
            .isEmpty
      }
      guard !isPart else { continue }
      report.add(
        Self.self, at: source.bytes(of: source.functions[index].head),
        LocalizedText(
          "\(name) decides by signs such as \(marker) and answers with one BOOL.",
          ja: "\(name) は \(marker) などの兆候から判断し、BOOL ひとつで答えています。"))
    }
  }
}

extension IntegrityChecks {
  /// A file that a phone as it is sold does not show, among the texts in `range`: a sign where a name says so.
  static func place(in range: Range<Int>, _ source: ObjectiveCSource) -> String? {
    let places: Set = [
      "/bin/bash", "/bin/sh", "/usr/sbin/sshd", "/etc/apt", "/usr/bin/ssh", "/usr/libexec/sftp-server",
      "/usr/libexec/ssh-keysign", "/Applications",
    ]
    return range.lazy.filter { source.tokens[$0].isString }.map { source.tokens[$0].text }.first(
      where: places.contains)
  }

  /// A sign of a jailbreak among the texts in `range`.
  static func marker(in range: Range<Int>, _ source: ObjectiveCSource) -> String? {
    range.lazy.filter { source.tokens[$0].isString }.map { source.tokens[$0].text }.first(where: isMarker)
  }
}
