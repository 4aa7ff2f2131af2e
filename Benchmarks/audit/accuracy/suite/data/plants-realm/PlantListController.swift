import RealmSwift
import UIKit
import WebKit

final class PlantListController: UITableViewController, UISearchResultsUpdating, WKScriptMessageHandler {
  var catalog: PlantCatalog!
  private var shown: [Plant] = []
  private let presets = ["tall": "height > 200", "small": "height < 30"]

  func updateSearchResults(for searchController: UISearchController) {
    guard let text = searchController.searchBar.text, !text.isEmpty else { return }
    let named = catalog.plants(named: text)
    let index = catalog.position(of: text, in: named) ?? catalog.position(ofFamily: text, in: named)
    shown = index.map { [named[$0]] } ?? Array(catalog.plants(starting: text))
    tableView.reloadData()
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let body = message.body as? [String: Any] else { return }
    var filter = PlantFilter()
    filter.family = body["family"] as? String
    filter.maximumHeight = body["height"] as? Int
    filter.expression = body["filter"] as? String
    shown = catalog.plants(filter)
  }

  func applyPreset(_ activity: NSUserActivity) throws {
    guard let name = activity.userInfo?["preset"] as? String else { return }
    let all = try Realm().objects(Plant.self)
    if let format = presets[name] {
      shown = Array(all.filter(format)) // safe: predicate
    } else {
      shown = Array(all.filter(NSPredicate(format: String(format: "family = '%@'", name)))) // weak: predicate direct
    }
  }
}
