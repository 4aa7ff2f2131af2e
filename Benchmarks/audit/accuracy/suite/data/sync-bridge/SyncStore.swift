import Foundation
import GRDB

final class SyncStore: WebBridgeDelegate {
  private let writer: any DatabaseWriter
  private var observer: NSObjectProtocol?
  private(set) var rows: [Row] = []
  private let tables = ["task": "task", "project": "project_view"]

  init(writer: any DatabaseWriter) {
    self.writer = writer
    observer = NotificationCenter.default.addObserver(
      forName: WebBridge.didReceiveKeyword, object: nil, queue: .main
    ) { [weak self] notification in
      guard let keyword = notification.userInfo?["keyword"] as? String else { return }
      self?.find(keyword)
    }
  }

  func bridge(_ bridge: WebBridge, didRequest request: BridgeRequest) {
    let offset = request.page * 20
    rows = (try? writer.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM \(request.entity) LIMIT 20 OFFSET \(offset)") // weak: sql file
    }) ?? []
    guard let table = tables[request.entity] else { return }
    rows += (try? writer.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM \(table) WHERE owner = ?", arguments: [request.owner]) // safe: sql
    }) ?? []
  }

  func bridge(_ bridge: WebBridge, didSelect names: [String]) {
    let quoted = names.reduce(into: "") { text, name in
      if !text.isEmpty { text += "," }
      text += "'" + name + "'"
    }
    try? writer.write { db in
      try db.execute(sql: "UPDATE task SET selected = name IN (\(quoted))") // weak: sql file
      try db.execute(literal: "INSERT INTO history (names) VALUES (\(names.joined(separator: "|")))") // safe: sql
    }
  }

  private func find(_ keyword: String) {
    rows = (try? writer.read { db in
      let pattern = FTS5Pattern(matchingAllPrefixesIn: keyword)
      let known = try Row.fetchAll(db, sql: "SELECT * FROM task_fts WHERE task_fts MATCH ?", arguments: [pattern]) // safe: sql
      let statement = try db.makeStatement(sql: "SELECT * FROM label WHERE name = '\(keyword)'") // weak: sql file
      return try known + Row.fetchAll(statement)
    }) ?? []
  }
}
