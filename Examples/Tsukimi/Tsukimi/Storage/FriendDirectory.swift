import Contacts
import CoreData

// 友だち一覧。Core Data に保存する。
final class FriendDirectory {
  private let context: NSManagedObjectContext

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func friends(matching typed: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Friend")
    request.predicate = NSPredicate(format: "nickname CONTAINS[cd] '\(typed)'")
    request.sortDescriptors = [NSSortDescriptor(key: "nickname", ascending: true)]
    return try context.fetch(request)
  }

  func add(nickname: String, bankAccountNumber: String, transferPin: String) throws {
    let friend = NSEntityDescription.insertNewObject(forEntityName: "Friend", into: context)
    friend.setValue(nickname, forKey: "nickname")
    friend.setValue(bankAccountNumber, forKey: "accountNumber")
    friend.setValue(transferPin, forKey: "pin")
    try context.save()
  }

  // 連絡先から招待する人を選ぶ。
  func importContacts() async throws -> [String] {
    let store = CNContactStore()
    guard try await store.requestAccess(for: .contacts) else { return [] }
    let keys = [CNContactGivenNameKey as CNKeyDescriptor]
    var names: [String] = []
    try store.enumerateContacts(with: CNContactFetchRequest(keysToFetch: keys)) { contact, _ in
      names.append(contact.givenName)
    }
    return names
  }
}
