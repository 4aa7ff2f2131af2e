import SwiftUI

struct NotesList: View {
  @StateObject private var search: NotesSearch

  init(notes: [Note]) {
    _search = StateObject(wrappedValue: NotesSearch(notes: notes))
  }

  var body: some View {
    NavigationStack {
      List(search.results) { note in
        VStack(alignment: .leading) {
          Text(note.title)
          Text("\(search.occurrences(in: note).count) hits, \(search.tags(in: note).joined(separator: " "))")
        }
      }
      .navigationTitle("\(search.wholeWordCount) titles")
      .overlay { if search.results.isEmpty { Text("\(search.plainResults().count) similar notes") } }
    }
    .searchable(text: $search.query)
  }
}
