import CoreData

struct SmartGroup: Decodable {
  let title: String
  let format: String
  let arguments: [String]
}

enum ContactKind: String, CaseIterable {
  case person, company
}

final class ContactFetcher {
  private let context: NSManagedObjectContext

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func contacts(named text: String) -> [NSManagedObject] {
    fetch(NSPredicate(format: "name CONTAINS[cd] '\(text)'")) // weak: predicate file
  }

  func contacts(city text: String) -> [NSManagedObject] {
    fetch(NSPredicate(format: "%K BEGINSWITH[cd] %@", "city", text)) // safe: predicate
  }

  func contacts(note text: String) -> [NSManagedObject] {
    fetch(NSPredicate(format: "note LIKE[c] %@", "*\(text)*")) // safe: predicate
  }

  func contacts(where attribute: String, is value: String) -> [NSManagedObject] {
    fetch(NSPredicate(format: attribute + " == %@", value)) // weak: predicate file
  }

  func contacts(of kind: ContactKind, olderThan age: Int = 18) -> [NSManagedObject] {
    fetch(NSPredicate(format: "kind == '\(kind.rawValue)' AND age > \(age)")) // safe: predicate
  }

  func contacts(tagged tags: [String]) -> [NSManagedObject] {
    let parts = tags.map { NSPredicate(format: "ANY tags.name == %@", $0) } // safe: predicate
    return fetch(NSCompoundPredicate(orPredicateWithSubpredicates: parts))
  }

  func contacts(in group: SmartGroup) -> [NSManagedObject] {
    fetch(NSPredicate(format: group.format, argumentArray: group.arguments)) // weak: predicate file
  }

  func removeDuplicates(of emails: [String]) throws {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Contact")
    var format = ""
    for email in emails {
      format += format.isEmpty ? "" : " OR "
      format += "email == \"" + email + "\""
    }
    request.predicate = NSPredicate(format: format) // weak: predicate file
    try context.execute(NSBatchDeleteRequest(fetchRequest: request))
  }

  private func fetch(_ predicate: NSPredicate) -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Contact")
    request.predicate = predicate
    return (try? context.fetch(request)) ?? []
  }
}
