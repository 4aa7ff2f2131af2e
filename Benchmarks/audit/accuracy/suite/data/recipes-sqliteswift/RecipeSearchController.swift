import UIKit

final class RecipeSearchController: UITableViewController, UISearchBarDelegate {
  private let store: RecipeStore
  private var titles: [String] = []
  private let columns = ["Title": "title", "Time": "minutes", "Rating": "rating"]

  init(store: RecipeStore) {
    self.store = store
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    let text = searchBar.text ?? ""
    titles = (try? store.titles(matching: text)) ?? []
    if titles.isEmpty { titles = (try? store.quickTitles(matching: text)) ?? [] }
    tableView.reloadData()
  }

  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
    let scope = searchBar.scopeButtonTitles?[selectedScope] ?? "Title"
    titles = (try? store.listing(sortedBy: columns[scope] ?? "title")) ?? []
  }

  @objc private func pasteIngredients() {
    let pasted = UIPasteboard.general.string ?? ""
    let names = pasted.components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let matches = (try? store.count(ingredients: names)) ?? 0
    let tagged = (try? store.count(tags: names)) ?? 0
    navigationItem.prompt = "\(matches) ingredients, \(tagged) tags"
  }

  func handle(_ activity: NSUserActivity) {
    guard let url = activity.webpageURL,
          let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
    let cuisine = parts.queryItems?.first { $0.name == "cuisine" }?.value ?? ""
    switch parts.path {
    case "/cuisine": titles = (try? store.titles(cuisine: cuisine)) ?? []
    case "/top": titles = (try? store.rows(cuisine: cuisine, rating: 4).map { "\($0)" }) ?? []
    case "/groups": titles = (try? store.grouped(by: parts.fragment ?? "")) ?? []
    case "/list": titles = (try? store.listing(sortedBy: parts.fragment ?? "")) ?? []
    default: break
    }
    tableView.reloadData()
  }
}
