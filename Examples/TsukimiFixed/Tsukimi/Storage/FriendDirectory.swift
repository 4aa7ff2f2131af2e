import ContactsUI
import Foundation
import SwiftData
import SwiftUI

@Model
final class Friend {
  @Attribute(.unique) var nickname: String
  /// Where to send money, sealed with the journal key.
  var sealedTransferDetails: Data

  init(nickname: String, sealedTransferDetails: Data) {
    self.nickname = nickname
    self.sealedTransferDetails = sealedTransferDetails
  }
}

// 友だち一覧。
@MainActor
struct FriendDirectory {
  private let container: ModelContainer
  private let cipher: JournalCipher

  init(cipher: JournalCipher) throws {
    self.cipher = cipher
    let folder = try ProtectedFolder(.friends)
    let file = folder.url.appending(path: "friends.store")
    let configuration = ModelConfiguration(url: file, cloudKitDatabase: .none)
    container = try ModelContainer(for: Friend.self, configurations: configuration)
    try folder.excludeFromBackup(file)
  }

  func friends(matching typed: String) throws -> [Friend] {
    let wanted = #Predicate<Friend> { $0.nickname.localizedStandardContains(typed) }
    return try container.mainContext.fetch(
      FetchDescriptor(predicate: wanted, sortBy: [SortDescriptor(\.nickname)]))
  }

  func add(nickname: String, transferDetails: Data) throws {
    let sealed = try cipher.seal(transferDetails, record: "friend:\(nickname)")
    container.mainContext.insert(Friend(nickname: nickname, sealedTransferDetails: sealed))
    try container.mainContext.save()
  }
}

// 招待する人だけを選んでもらう。連絡先全体への許可は要らない。
struct ContactPicker: UIViewControllerRepresentable {
  let choose: (String) -> Void

  final class Coordinator: NSObject, CNContactPickerDelegate {
    private let choose: (String) -> Void

    init(choose: @escaping (String) -> Void) {
      self.choose = choose
    }

    func contactPicker(_ picker: CNContactPickerViewController, didSelect contact: CNContact) {
      choose(contact.givenName)
    }
  }

  func makeCoordinator() -> Coordinator {
    Coordinator(choose: choose)
  }

  func makeUIViewController(context: Context) -> CNContactPickerViewController {
    let picker = CNContactPickerViewController()
    picker.displayedPropertyKeys = [CNContactGivenNameKey]
    picker.delegate = context.coordinator
    return picker
  }

  func updateUIViewController(_ picker: CNContactPickerViewController, context: Context) {}
}
