import OmamoriCore
import OmamoriKeychain

extension Store {
  /// The most problems that are listed one by one.
  private static let greatestCount = 1000

  /// Examines everything: the database, the tables, the set of rows, and every row with its secret.
  ///
  /// - Returns: What was found.
  /// - Throws: `KeychainError.locked` without keys, and what keeps the store from being read.
  func verify() throws(KeychainError) -> StoreReport {
    try reading { connection, sealer throws(KeychainError) in
      var report = StoreReport()
      try connection.reading { () throws(KeychainError) in
        do throws(KeychainError) {
          try StoreSchema.check(connection.database)
          if try !connection.database.isIntact() { report.add(.store) }
        } catch .corrupt(let place) { report.add(place) }
        try verifyRoot(connection, sealer, &report)
        try verifyHeader(connection, &report)
        try verifyRows(connection, sealer, &report)
      }
      return report
    }
  }

  private func verifyRoot(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ report: inout StoreReport
  ) throws(KeychainError) {
    var state = StoreState()
    do throws(KeychainError) {
      // From nothing, so that every row and every tombstone is read.
      _ = try state.follow(connection, sealer)
      report.epoch = state.root.epoch
    } catch .corrupt(let place) { report.add(place) }
  }

  private func verifyHeader(
    _ connection: StoreConnection, _ report: inout StoreReport
  ) throws(KeychainError) {
    let counts: [(StaticString, Int64)] = [
      ("SELECT count(*) FROM root", 1), ("SELECT count(*) FROM keybag", 1), ("SELECT count(*) FROM meta", 1),
      ("SELECT count(*) FROM root WHERE id = 1", 1), ("SELECT count(*) FROM keybag WHERE id = 1", 1),
    ]
    for (query, count) in counts where try connection.database.number(query) != count { report.add(.header) }
    do throws(KeychainError) {
      if try StoreHeader.storeID(connection) != id { report.add(.header) }
      let header = try StoreHeader(connection)
      if header.slots.enumerated().contains(where: { $0.offset != Int($0.element.ordinal) }) {
        report.add(.slots)
      }
    } catch .corrupt(let place) { report.add(place) }
  }

  private func verifyRows(
    _ connection: StoreConnection, _ sealer: ItemSealer, _ report: inout StoreReport
  ) throws(KeychainError) {
    let statement = connection.allRows
    defer { statement.reset() }
    do throws(KeychainError) {
      while try statement.step(), report.problems.count < Self.greatestCount {
        let generation = statement.number(at: 0)
        do throws(KeychainError) {
          let head = try statement.head()
          guard let row = try statement.open(head, sealer, nil, .secret),
            sealer.tag(of: row.record) == head.context.tag
          else { throw .corrupt(.item) }
          report.intact += 1
        } catch {
          switch error {
          case .locked, .invalidated: report.unopened += 1
          case .corrupt: report.add(.item, generation)
          default: throw error
          }
        }
      }
    } catch .corrupt(let place) { report.add(place) }
  }
}
