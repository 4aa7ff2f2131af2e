/// Where a value comes from that must not reach some places.
package struct TaintKind: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What the user typed.
  package static let userInput = TaintKind(rawValue: 1 << 0)
  /// A link that another app or a web page had this app open.
  package static let link = TaintKind(rawValue: 1 << 1)
  /// What lies on the pasteboard.
  package static let pasteboard = TaintKind(rawValue: 1 << 2)
  /// A message of a page in a web view.
  package static let webMessage = TaintKind(rawValue: 1 << 3)
  /// The reply of a server.
  package static let network = TaintKind(rawValue: 1 << 4)
  /// The content of a file, or the names in an archive.
  package static let file = TaintKind(rawValue: 1 << 5)
  /// What a notification carries.
  package static let notification = TaintKind(rawValue: 1 << 6)
  /// A secret by its name: a password, a key, a token.
  package static let secret = TaintKind(rawValue: 1 << 7)
  /// Personal data by its name.
  package static let personal = TaintKind(rawValue: 1 << 8)
  /// What identifies the device.
  package static let deviceIdentity = TaintKind(rawValue: 1 << 9)

  /// A parameter of a function that is summarised.
  package static let parameter = TaintKind(rawValue: 1 << 15)

  /// Everything that somebody outside of the app chooses.
  package static let outside: TaintKind = [
    .userInput, .link, .pasteboard, .webMessage, .network, .file, .notification,
  ]
  /// What must stay with the user.
  package static let sensitive: TaintKind = [.secret, .personal, .deviceIdentity]
}
