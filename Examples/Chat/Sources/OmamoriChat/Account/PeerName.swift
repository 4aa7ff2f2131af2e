import OmamoriCore
import OmamoriMessaging

/// The name of an account as it is typed.
struct PeerName: CommandLineValue, Hashable {
  /// Its address; this tool has one device for each account.
  let address: MessagingAddress

  /// The name.
  var text: String { address.name }

  init?(commandLine word: String) {
    // because a name that cannot be used is refused as a word
    guard let address = try? MessagingAddress(name: word) else { return nil }
    self.address = address
  }

  static var expectation: LocalizedText {
    LocalizedText("a name of 1 to 128 bytes", ja: "1 から 128 バイトまでの名前")
  }
}
