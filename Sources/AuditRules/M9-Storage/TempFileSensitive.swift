import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A document or secret left in a folder that nobody tidies up.
struct TempFileSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "temp-file-sensitive",
    title: LocalizedText("Sensitive temporary file", ja: "機密データの一時ファイル"),
    why: LocalizedText(
      """
      Temporary and cache folders are emptied at some time or never. Without a protection class the copy can \
      be read while the device is locked, and it outlives the original.
      """,
      ja: """
        一時フォルダやキャッシュがいつ削除されるかは決まっていません。保護クラスがなければデバイスのロック中でも\
        読み取れ、元のデータを削除した後もコピーが残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Write with .completeFileProtection under a random name (UUID().uuidString) and remove the file in a \
        defer as soon as it was handed over.
        """,
        ja: """
          ランダムな名前（UUID().uuidString）で .completeFileProtection を指定して書き込み、渡し終えたら \
          defer で削除してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [377, 312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func export(_ statement: Data) throws -> URL {
          let file = FileManager.default.temporaryDirectory.appendingPathComponent("statement.pdf")
          try statement.write(to: file)
          return file
        }
        """,
      good: """
        func export(_ statement: Data) throws {
          let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
          defer { try? FileManager.default.removeItem(at: file) }
          try statement.write(to: file, options: .completeFileProtection)
          try hand(over: file)
        }
        """))

  static let triggers: Set<String> = ["write", "createFile"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard Self.places.contains(where: { source.facts.references[$0] != nil }) else { return }
    for write in FileWrite.all(in: source) where !write.isSealed(in: source) {
      guard let destination = write.destination,
        case let path = StoragePlace.parts(of: destination, in: write.call.scope, source),
        let place = path.names.first(where: Self.places.contains),
        let content = content(of: write, path.texts, source)
      else { continue }
      let isProtected = write.isProtected(in: source)
      let isRemoved = removes(write, source)
      guard !(isProtected && isRemoved.inFunction), !(isProtected && isRemoved.inFile) else { continue }
      report.add(
        Self.self, at: write.call.range,
        isProtected
          ? LocalizedText(
            "\(content) is written to \(place) and never removed.",
            ja: "\(place) に書き込まれた \(content) は削除されません。")
          : LocalizedText(
            "\(content) is written to \(place) without a protection class.",
            ja: "\(content) が保護クラスなしで \(place) に書き込まれています。"),
        confidence: isRemoved.inFunction ? .low : .medium)
    }
  }

  /// What is written, if it is sensitive by its name or a document of the kind that people keep private.
  private func content(of write: FileWrite, _ texts: [String], _ source: SwiftSource) -> String? {
    if let secret = write.secret(in: source) { return secret.name }
    for origin in source.origins(of: write.data, in: write.call.scope) {
      guard let call = Call(origin.expression, scope: origin.scope),
        ["archivedData", "encode"].contains(call.name), let object = call.arguments.first?.value,
        let secret = SecretBearer.secret(in: object, origin.scope, source)
      else { continue }
      return secret
    }
    let names = [NamePath.last(of: write.data) ?? ""] + texts
    return names.first { !Set(Words.of($0)).isDisjoint(with: Self.documents) }
  }

  private func removes(_ write: FileWrite, _ source: SwiftSource) -> (inFunction: Bool, inFile: Bool) {
    let calls = source.facts.calls("removeItem") + source.facts.calls("unlink")
    guard let function = source.facts.function(around: write.call.scope) else {
      return (false, !calls.isEmpty)
    }
    return (
      calls.contains {
        source.facts.isWithin($0.scope, function.scope) && $0.range.lowerBound > function.range.lowerBound
      },
      !calls.isEmpty
    )
  }

  private static let places: [String] = [
    "NSTemporaryDirectory", "temporaryDirectory", "cachesDirectory", "cacheDirectory",
  ]
  /// Documents that people keep to themselves.
  private static let documents: Set = [
    "statement", "invoice", "passport", "contract", "payslip", "salary", "medical", "prescription",
    "diagnosis", "licence", "journal", "diary", "confidential", "tax", "insurance",
  ]
}
