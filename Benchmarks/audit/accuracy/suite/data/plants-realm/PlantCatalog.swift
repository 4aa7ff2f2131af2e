import Foundation
import RealmSwift

final class Plant: Object {
  @Persisted(primaryKey: true) var id: ObjectId
  @Persisted var name = ""
  @Persisted var family = ""
  @Persisted var height = 0
}

struct PlantFilter {
  var family: String?
  var maximumHeight: Int?
  var expression: String?
}

final class PlantCatalog {
  private let realm: Realm

  init(realm: Realm) {
    self.realm = realm
  }

  func plants(named name: String) -> Results<Plant> {
    realm.objects(Plant.self).filter("name CONTAINS[c] '\(name)'") // weak: predicate file
  }

  func plants(starting prefix: String) -> Results<Plant> {
    realm.objects(Plant.self).filter("name BEGINSWITH %@", prefix) // safe: predicate
  }

  func plants(_ filter: PlantFilter) -> [Plant] {
    var results = realm.objects(Plant.self)
    if let family = filter.family {
      results = results.where { $0.family == family }
    }
    if let height = filter.maximumHeight {
      results = results.filter("height <= \(height)") // safe: predicate
    }
    if let expression = filter.expression {
      results = results.filter(expression) // weak: predicate file
    }
    return Array(results)
  }

  func position(of name: String, in plants: Results<Plant>) -> Int? {
    plants.index(matching: "name == \"\(name)\"") // weak: predicate file
  }

  func position(ofFamily family: String, in plants: Results<Plant>) -> Int? {
    plants.index(matching: "family == %@", family) // safe: predicate
  }
}
