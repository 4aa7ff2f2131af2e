import Foundation
import GRDB

struct ArchiveRule: Decodable {
  let name: String
  let condition: String
}

final class NoteLinkRouter {
  private let repository: NotesRepository
  private let pool: DatabasePool
  private let rulesURL = URL(string: "https://api.leafnotes.app/v2/rules")!

  init(repository: NotesRepository, pool: DatabasePool) {
    self.repository = repository
    self.pool = pool
  }

  func open(_ url: URL) async -> [Note] {
    guard let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems else { return [] }
    if url.host == "ids" {
      let ids = items.compactMap { $0.value.flatMap { Int64($0) } }
      return (try? repository.notes(ids: ids)) ?? []
    }
    if url.host == "tag", let tag = items.first(where: { $0.name == "name" })?.value {
      return notes(tagged: tag)
    }
    var query = NoteQuery()
    for item in items {
      switch item.name {
      case "q": query.text = item.value ?? ""
      case "folder": query.folder = item.value
      case "sort": query.orderColumn = item.value ?? query.orderColumn
      case "limit": query.limit = item.value.flatMap { Int($0) } ?? query.limit
      default: break
      }
    }
    return (try? await repository.run(query)) ?? []
  }

  private func notes(tagged tag: String) -> [Note] {
    let join = "JOIN note_tag ON note_tag.noteId = note.id JOIN tag ON tag.id = note_tag.tagId"
    let request = SQLRequest<Note>(sql: "SELECT note.* FROM note \(join) WHERE tag.name = \"\(tag)\"") // weak: sql helper
    return (try? pool.read { db in try request.fetchAll(db) }) ?? []
  }

  func pinned(by owner: URLQueryItem) throws -> [Row] {
    guard let value = owner.value, let ownerId = Int64(value) else { return [] }
    return try pool.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM pin WHERE ownerId = \(ownerId)") // safe: sql
    }
  }

  func refreshRules() async {
    guard let (data, _) = try? await URLSession.shared.data(from: rulesURL),
          let rules = try? JSONDecoder().decode([ArchiveRule].self, from: data) else { return }
    for rule in rules {
      try? await repository.archive(where: rule.condition)
      _ = try? await pool.write { db in
        try db.execute(sql: "INSERT OR REPLACE INTO rule_log (name) VALUES ('\(rule.name)')") // weak: sql direct
      }
    }
  }
}
