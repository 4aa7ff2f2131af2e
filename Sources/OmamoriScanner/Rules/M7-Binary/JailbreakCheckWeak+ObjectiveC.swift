import OmamoriCore
import OmamoriReport

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
