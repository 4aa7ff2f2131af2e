import SwiftUI
import UniformTypeIdentifiers

struct LedgerSummary {
  var totals = 0
  var transfers = 0
  var amounts: [Decimal] = []
}

struct LedgerImporter {
  private let patterns: LedgerPatterns
  private let amount = #/^("?[^";]+"?)+;[0-9]{1,9}$/# // weak: regex-slow helper
  private let date = #/^(?<year>[0-9]{4})-(?<month>[0-9]{2})-[0-9]{2};/# // safe: regex-slow

  init(patterns: LedgerPatterns = .standard) { self.patterns = patterns }

  func summary(of url: URL) throws -> LedgerSummary {
    guard url.startAccessingSecurityScopedResource() else { throw CocoaError(.fileReadNoPermission) }
    defer { url.stopAccessingSecurityScopedResource() }
    var summary = LedgerSummary()
    for line in try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline) {
      let line = String(line)
      if fits(line, patterns.total) { summary.totals += 1 }
      if fits(line, patterns.transfer) || fits(line, patterns.quoted) { summary.transfers += 1 }
      if line.firstMatch(of: date) == nil, line.firstMatch(of: amount) != nil {
        summary.amounts.append(Decimal(string: String(line.suffix(9))) ?? 0)
      }
    }
    return summary
  }

  private func fits(_ line: String, _ pattern: String) -> Bool {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return false } // safe: regex-input
    return expression.firstMatch(in: line, range: NSRange(location: 0, length: line.utf16.count)) != nil
  }

  func isBooking(_ line: String) -> Bool {
    line.range(of: "^(.*);(.*);(.*);(.*);EUR$", options: .regularExpression) != nil // weak: regex-slow direct
  }
}

struct ImportButton: View {
  @State private var isPresented = false
  @State private var summary: LedgerSummary?
  @State private var pasted = ""

  var body: some View {
    VStack {
      Button("Import") { isPresented = true }
      TextField("Paste a booking", text: $pasted)
      if LedgerImporter().isBooking(pasted) { Text("Looks like a booking") }
      if let summary { Text("\(summary.transfers) transfers") }
      if Self.isRelease { Text("Release") }
    }
    .fileImporter(isPresented: $isPresented, allowedContentTypes: [.commaSeparatedText]) { result in
      guard case .success(let url) = result else { return }
      summary = try? LedgerImporter().summary(of: url)
    }
  }

  private static var isRelease: Bool {
    let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "1.0"
    return version.range(of: "^([0-9]+\\.?)+$", options: .regularExpression) != nil // safe: regex-slow
  }
}
