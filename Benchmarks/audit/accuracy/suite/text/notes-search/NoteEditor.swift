import SwiftUI

struct NoteEditor: View {
  @Binding var note: Note
  @State private var find = ""
  @State private var replacement = ""
  @State private var usesSmartQuotes = false

  var body: some View {
    VStack {
      TextEditor(text: $note.body)
      TextField("Find", text: $find)
      TextField("Replace with", text: $replacement)
      Toggle("Smart quotes", isOn: $usesSmartQuotes)
      Button("Replace all", action: replaceAll)
      Button("Tidy", action: tidy)
      Text(firstLink.map { String($0) } ?? "No link")
    }
    .padding()
  }

  private func replaceAll() {
    note.body = note.body.replacingOccurrences(of: find, with: replacement, options: .regularExpression) // weak: regex-input direct
    note.title = note.title.replacingOccurrences(of: find, with: replacement, options: .caseInsensitive) // safe: regex-input
  }

  private func tidy() {
    let quotes = usesSmartQuotes ? "[\u{201C}\u{201D}]" : "[\"]"
    note.body = note.body.replacingOccurrences(of: quotes, with: "'", options: .regularExpression)
  }

  private var firstLink: Substring? {
    guard let detector = try? NSDataDetector(types: NSTextCheckingResult.CheckingType.link.rawValue) else { return nil }
    let body = note.body
    guard let match = detector.firstMatch(in: body, range: NSRange(location: 0, length: body.utf16.count)) else { return nil }
    let start = body.index(body.startIndex, offsetBy: match.range.location) // weak: length-mix direct
    let end = Range(match.range, in: body)?.upperBound // safe: length-mix
    return end.map { body[min(start, $0)..<$0] }
  }
}
