import SwiftUI

struct NoteListView: View {
  @State private var searchText = ""
  @State private var folderName = ""
  @State private var notes: [Note] = []
  let repository: NotesRepository
  let router: NoteLinkRouter

  var body: some View {
    NavigationStack {
      List(notes, id: \.id) { note in
        VStack(alignment: .leading) {
          Text(note.title)
          Text("\(repository.count(in: note.folder)) in \(note.folder)").font(.caption)
        }
      }
      .searchable(text: $searchText)
      .onSubmit(of: .search) { search() }
      .toolbar {
        TextField("Folder", text: $folderName)
        Button("Rename") { try? repository.rename(folder: "Inbox", to: folderName) }
        Menu("Sort") {
          ForEach(NoteOrder.allCases, id: \.self) { order in
            Button(order.rawValue) { notes = (try? repository.notes(orderedBy: order)) ?? [] }
          }
        }
      }
      .onOpenURL { url in
        Task { notes = await router.open(url) }
      }
      .task { await router.refreshRules() }
    }
  }

  private func search() {
    let titled = (try? repository.notes(titled: searchText)) ?? []
    notes = titled.isEmpty ? (try? repository.notes(containing: searchText)) ?? [] : titled
  }
}
