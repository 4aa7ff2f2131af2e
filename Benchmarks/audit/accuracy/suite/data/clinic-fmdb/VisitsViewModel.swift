import Combine
import FMDB
import Foundation

private struct Migration: Decodable {
  let version: Int
  let steps: [String]
}

@MainActor
final class VisitsViewModel: ObservableObject {
  @Published var searchText = ""
  @Published var insuranceNumber = ""
  @Published private(set) var results: [String] = []
  private var bag = Set<AnyCancellable>()
  private let dao: VisitDAO
  private let cache: FMDatabase

  init(dao: VisitDAO, cache: FMDatabase) {
    self.dao = dao
    self.cache = cache
    $searchText
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .sink { [weak self] text in self?.results = dao.patients(named: text) }
      .store(in: &bag)
    $searchText
      .dropFirst()
      .sink { [weak self] text in self?.remember(text) }
      .store(in: &bag)
    $insuranceNumber
      .sink { [weak self] number in self?.results = dao.patient(insurance: number) }
      .store(in: &bag)
    dao.installIndexes()
  }

  private func remember(_ term: String) {
    let statement = "INSERT INTO recent (term) VALUES (\"" + term + "\")"
    try? cache.executeUpdate(statement, values: nil) // weak: sql helper
    try? cache.executeUpdate("DELETE FROM recent WHERE term = ? OR used < ?", values: [term, Date.distantPast]) // safe: sql
  }

  func filterByRoom() {
    var filter = VisitFilter()
    filter.require(.room, contains: searchText)
    results = dao.visits(filter)
  }

  func open(_ link: URL) {
    let items = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let query = InvoiceQuery()
    for item in items { query.and(item.name, equals: item.value ?? "") }
    results = dao.invoices(query) + dao.exportTable(link.lastPathComponent)
  }

  func apply(push payload: [AnyHashable: Any]) {
    guard let id = payload["visit"] as? Int, let changes = payload["changes"] as? [String: Any] else { return }
    dao.reschedule(changes, visit: id)
    if let room = payload["room"] as? String { dao.move(visit: id, to: .room, value: room) }
    if let note = payload["note"] as? String { dao.store(note: note, author: "desk") }
  }

  func updateSchema(from server: URL) async throws {
    let (data, _) = try await URLSession.shared.data(from: server)
    dao.migrate(try JSONDecoder().decode(Migration.self, from: data).steps)
    let group = UserDefaults(suiteName: "group.app.clinic.shared")
    let doctor = group?.string(forKey: "lastDoctor") ?? ""
    let rows = cache.executeQuery("SELECT term FROM recent WHERE doctor = '\(doctor)'", withArgumentsIn: []) // weak: sql direct
    rows?.close()
  }
}
