import CloudKit
import CoreData
import CoreSpotlight
import SwiftUI

struct ContactsView: View {
  let fetcher: ContactFetcher
  @FetchRequest(sortDescriptors: []) private var contacts: FetchedResults<NSManagedObject>
  @State private var query = ""
  @State private var shared = 0
  @State private var kind = ContactKind.person

  var body: some View {
    List(contacts, id: \.objectID) { contact in
      Text(contact.value(forKey: "name") as? String ?? "")
    }
    .searchable(text: $query)
    .onChange(of: query) { text in
      contacts.nsPredicate = text.isEmpty ? nil : NSPredicate(format: "name BEGINSWITH %@ OR phone == %@", text, text) // safe: predicate
    }
    .onSubmit(of: .search) {
      shared = fetcher.contacts(named: query).count + fetcher.contacts(note: query).count
      lookUpInCloud(query)
    }
    .onOpenURL(perform: open)
    .onContinueUserActivity(CSQueryContinuationActionType) { activity in
      let term = activity.userInfo?[CSSearchQueryString] as? String ?? ""
      contacts.nsPredicate = NSPredicate(format: "name CONTAINS[c] '\(term)' OR note CONTAINS[c] '\(term)'") // weak: predicate direct
    }
    .onReceive(NotificationCenter.default.publisher(for: UIPasteboard.changedNotification)) { _ in
      let emails = UIPasteboard.general.string?.components(separatedBy: ";") ?? []
      try? fetcher.removeDuplicates(of: emails)
    }
  }

  private func lookUpInCloud(_ name: String) {
    let cleaned = name.replacingOccurrences(of: "\n", with: " ").trimmingCharacters(in: .whitespaces)
    let predicate = NSPredicate(format: "displayName == '" + cleaned + "'") // weak: predicate helper
    let operation = CKQueryOperation(query: CKQuery(recordType: "Person", predicate: predicate))
    CKContainer.default().publicCloudDatabase.add(operation)
  }

  private func open(_ url: URL) {
    guard let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems else { return }
    for item in items {
      shared += fetcher.contacts(where: item.name, is: item.value ?? "").count
    }
    shared += fetcher.contacts(tagged: items.compactMap(\.value)).count
    shared += fetcher.contacts(city: url.lastPathComponent).count
    shared += fetcher.contacts(of: ContactKind(rawValue: url.host ?? "") ?? kind).count
  }

  func loadGroups() async throws -> [String: Int] {
    let file = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.app.rolodex")!
    let data = try Data(contentsOf: file.appendingPathComponent("groups.json"))
    let groups = try JSONDecoder().decode([SmartGroup].self, from: data)
    return Dictionary(uniqueKeysWithValues: groups.map { ($0.title, fetcher.contacts(in: $0).count) })
  }
}
