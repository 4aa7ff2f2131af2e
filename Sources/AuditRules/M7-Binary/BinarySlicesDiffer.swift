import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A fat file whose slices are not protected alike.
struct BinarySlicesDiffer: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-slices-differ",
    title: LocalizedText("Slices with different protection", ja: "スライスごとに異なる保護"),
    why: LocalizedText(
      "One device runs the protected slice and another the weaker one; an attacker chooses, and tests see only one.",
      ja: "ある機種では保護されたスライスが、別の機種では弱いスライスが実行されます。攻撃者は弱い方を選べ、テストでは一方しか確認されません。"),
    fix: RuleFix(
      LocalizedText(
        "Build and sign all architectures with the same settings and entitlements.",
        ja: "すべてのアーキテクチャを同じ設定とエンタイトルメントでビルドし、署名してください。")),
    severity: .low, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "flags: PIE\nslice: x86_64\nflags: TWOLEVEL",
      good: "flags: PIE\nslice: x86_64\nflags: PIE"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    for image in source.images {
      let differing = image.slice.signature?.differingEntitlements ?? []
      guard !differing.isEmpty else { continue }
      let keys = differing.prefix(8).joined(separator: ", ")
      report.add(
        Self.self, quoting: "\(image.name): \(keys)",
        LocalizedText(
          "The two lists of entitlements in the signature for \(image.name) differ in \(keys).",
          ja: "\(image.name) 向けの署名にある 2 つのエンタイトルメント一覧で、\(keys) が一致しません。"))
    }
    guard let first = source.images.first else { return }
    for aspect in Self.aspects {
      let value = aspect.value(first.slice)
      guard let other = source.images.dropFirst().first(where: { aspect.isDifferent(first.slice, $0.slice) })
      else {
        continue
      }
      let difference = "\(first.name): \(value), \(other.name): \(aspect.value(other.slice))"
      report.add(
        Self.self, quoting: difference,
        LocalizedText(
          "The slices differ in \(aspect.name.english) (\(difference)).",
          ja: "スライスによって、\(aspect.name.japanese)が異なります（\(difference)）。"))
    }
  }

  private struct Aspect: Sendable {
    let name: LocalizedText
    /// Whether slices for different systems are not compared.
    var isOfSystem = false
    let value: @Sendable (MachOSlice) -> String

    func isDifferent(_ first: MachOSlice, _ second: MachOSlice) -> Bool {
      if isOfSystem, first.buildVersion?.platform != second.buildVersion?.platform { return false }
      return value(first) != value(second)
    }
  }

  private static let aspects = [
    Aspect(name: LocalizedText("the load address", ja: "読み込みアドレスの扱い")) { slice in
      slice.header.flags.contains(.positionIndependent) ? "PIE" : "no PIE"
    },
    Aspect(name: LocalizedText("what the stack may hold", ja: "スタックでの実行可否")) { slice in
      slice.header.flags.contains(.allowsStackExecution) ? "executable stack" : "data only"
    },
    Aspect(name: LocalizedText("the signature", ja: "署名")) { slice in
      // Linkers sign for Apple's processors ad hoc and not at all for Intel's: neither says who made it.
      slice.signature.map { $0.isAdHoc ? "no certificate" : "certificate" } ?? "no certificate"
    },
    Aspect(name: LocalizedText("the hardened runtime", ja: "Hardened Runtime の設定")) { slice in
      let isHardened = slice.signature?.directories.contains { $0.flags.contains(.hardenedRuntime) } ?? false
      return isHardened ? "on" : "off"
    },
    Aspect(name: LocalizedText("the entitlements", ja: "エンタイトルメント")) { slice in
      let entries = slice.signature?.entitlements?.dictionary?.entries ?? []
      let keys = entries.map(\.key).sorted()
      return keys.isEmpty ? "none" : keys.joined(separator: " ")
    },
    Aspect(name: LocalizedText("the oldest system", ja: "最低 OS バージョン"), isOfSystem: true) { slice in
      // Macs with Apple's processors begin with version 11, so a slice for Intel may ask for less.
      guard let version = slice.buildVersion else { return "unknown" }
      let isOld = version.platform == 1 && version.minimum.rawValue < 0xB_0000
      return isOld ? "11.0" : version.minimum.text
    },
  ]
}
