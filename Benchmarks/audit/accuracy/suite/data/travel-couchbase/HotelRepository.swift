import CouchbaseLiteSwift
import Foundation

struct HotelSearch {
  var city: String
  var stars = 3
  var sort: Sort = .price
  var extras: [String: String] = [:]

  enum Sort: String {
    case price, stars, name
  }
}

final class HotelRepository {
  private let database: Database
  private let hotels: Collection

  init(database: Database, hotels: Collection) {
    self.database = database
    self.hotels = hotels
  }

  func hotels(_ search: HotelSearch) throws -> [String] {
    let query = try database.createQuery("SELECT name FROM travel.hotels WHERE city = '\(search.city)'") // weak: sql file
    return try query.execute().compactMap { $0.string(forKey: "name") }
  }

  func bookable(_ search: HotelSearch) throws -> [String] {
    let text = "SELECT name FROM travel.hotels WHERE city = $city AND stars >= \(search.stars) ORDER BY \(search.sort.rawValue)"
    let query = try database.createQuery(text) // safe: sql
    query.parameters = Parameters().setString(search.city, forName: "city")
    return try query.execute().compactMap { $0.string(forKey: "name") }
  }

  func filtered(_ search: HotelSearch) throws -> Int {
    var conditions = ["stars >= \(search.stars)"]
    for (key, value) in search.extras {
      conditions.append("\(key) = \"\(value)\"")
    }
    let statement = "SELECT META().id FROM travel.hotels WHERE " + conditions.joined(separator: " AND ")
    return try database.createQuery(statement).execute().allResults().count // weak: sql file
  }

  func nearby(_ name: String) throws -> [Result] {
    let query = QueryBuilder
      .select(SelectResult.expression(Meta.id))
      .from(DataSource.collection(hotels))
      .where(Expression.property("city").equalTo(Expression.string(name))) // safe: sql
    return try query.execute().allResults()
  }

  func ratings(for document: Document) throws -> [Int] {
    guard let hotel = document.string(forKey: "hotelId") else { return [] }
    let query = try database.createQuery("SELECT score FROM travel.reviews WHERE hotel = $hotel") // safe: sql
    query.parameters = Parameters().setString(hotel, forName: "hotel")
    return try query.execute().map { $0.int(forKey: "score") }
  }
}
