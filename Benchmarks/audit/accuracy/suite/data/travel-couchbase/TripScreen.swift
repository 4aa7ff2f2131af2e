import CouchbaseLiteSwift
import SwiftUI

@MainActor
final class TripModel: ObservableObject {
  @Published var names: [String] = []
  @Published var total = 0
  let repository: HotelRepository
  let database: Database

  init(repository: HotelRepository, database: Database) {
    self.repository = repository
    self.database = database
  }

  func handle(_ url: URL) {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    var search = HotelSearch(city: items.first { $0.name == "city" }?.value ?? "Oslo")
    search.sort = HotelSearch.Sort(rawValue: url.fragment ?? "") ?? .price
    for item in items where item.name.hasPrefix("x-") {
      search.extras[String(item.name.dropFirst(2))] = item.value
    }
    names = (try? repository.hotels(search)) ?? []
    total = (try? repository.filtered(search)) ?? 0
  }

  func search(city: String) {
    names = (try? repository.bookable(HotelSearch(city: city))) ?? []
    guard names.isEmpty else { return }
    let clause = [("country", city), ("region", city)].map { column, value in column + " LIKE '" + value + "%'" }
    let fallback = try? database.createQuery("SELECT name FROM travel.places WHERE \(clause.joined(separator: " OR "))") // weak: sql helper
    names = (try? fallback?.execute().compactMap { $0.string(forKey: "name") }) ?? []
  }

  func showPromotion() async throws {
    let endpoint = URL(string: "https://cdn.fjordtrips.app/promotion.json")!
    let (data, _) = try await URLSession.shared.data(from: endpoint)
    let fields = try JSONDecoder().decode([String: String].self, from: data)
    guard let selection = fields["query"] else { return }
    total = try database.createQuery(selection).execute().allResults().count // weak: sql direct
  }

  func countCheapest(_ entered: String) throws {
    guard let ceiling = Double(entered) else { return }
    total = try database.createQuery("SELECT name FROM travel.hotels WHERE price < \(ceiling)").execute().allResults().count // safe: sql
  }
}

struct TripScreen: View {
  @StateObject var model: TripModel
  @State private var city = ""
  @State private var ceiling = ""

  var body: some View {
    List {
      TextField("City", text: $city).onSubmit { model.search(city: city) }
      TextField("Up to", text: $ceiling).onSubmit { try? model.countCheapest(ceiling) }
      ForEach(model.names, id: \.self) { Text($0) }
    }
    .onOpenURL { model.handle($0) }
    .task { try? await model.showPromotion() }
  }
}
