import Foundation
import Combine

struct Note: Identifiable {
  let id: UUID
  var title: String
  var body: String
}

@MainActor
final class NotesSearch: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [Note] = []
  private var notes: [Note] = []
  private var subscriptions: Set<AnyCancellable> = []

  init(notes: [Note]) {
    self.notes = notes
    $query
      .debounce(for: .milliseconds(250), scheduler: DispatchQueue.main)
      .sink { [weak self] in self?.run($0) }
      .store(in: &subscriptions)
  }

  private func run(_ query: String) {
    guard let expression = try? NSRegularExpression(pattern: query, options: .caseInsensitive) else { return } // weak: regex-input file
    results = notes.filter { note in
      let whole = NSRange(location: 0, length: note.body.count) // weak: length-mix direct
      return expression.firstMatch(in: note.body, range: whole) != nil
    }
  }

  func plainResults() -> [Note] {
    notes.filter { $0.body.range(of: query, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
  }

  func tags(in note: Note) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: "#(\\w{1,40})") else { return [] }
    let whole = NSRange(note.body.startIndex..., in: note.body) // safe: length-mix
    return expression.matches(in: note.body, range: whole).compactMap { match in
      Range(match.range(at: 1), in: note.body).map { String(note.body[$0]) }
    }
  }

  var wholeWordCount: Int {
    let pattern = "\\b" + NSRegularExpression.escapedPattern(for: query) + "\\b"
    return notes.reduce(0) { sum, note in
      let expression = try? NSRegularExpression(pattern: pattern) // safe: regex-input
      let whole = NSRange(note.title.startIndex..., in: note.title)
      return sum + (expression?.numberOfMatches(in: note.title, range: whole) ?? 0)
    }
  }

  func occurrences(in note: Note) -> [Range<String.Index>] {
    guard let boundary = try? Regex("\\b\(query)\\b").ignoresCase() else { return [] } // weak: regex-input file
    return note.body.ranges(of: boundary)
  }
}
