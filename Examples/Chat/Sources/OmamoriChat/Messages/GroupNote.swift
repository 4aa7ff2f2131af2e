import OmamoriCore
import OmamoriMessaging

/// Something that happened to a group, as a line of its history.
enum GroupNote: Sendable, Equatable {
  /// We made the group.
  case created
  /// We are a member now.
  case joined
  /// Somebody was added.
  case added(String)
  /// Somebody was removed or has left.
  case removed(String)
  /// It has another name.
  case renamed(String)
  /// We are no member any more.
  case excluded
  /// We have left.
  case left
  /// Something that we did lost against what another member did.
  case superseded

  /// What the module says; `nil` for what this version does not know.
  init?(_ event: GroupEvent) {
    switch event {
    case .joined: self = .joined
    case .added(let address): self = .added(address.name)
    case .removed(let address): self = .removed(address.name)
    case .renamed(let name): self = .renamed(name)
    case .excluded: self = .excluded
    case .superseded: self = .superseded
    @unknown default: return nil
    }
  }

  /// The note as a word, and what it is about.
  var parts: (word: String, subject: String?) {
    switch self {
    case .created: ("created", nil)
    case .joined: ("joined", nil)
    case .added(let name): ("added", name)
    case .removed(let name): ("removed", name)
    case .renamed(let name): ("renamed", name)
    case .excluded: ("excluded", nil)
    case .left: ("left", nil)
    case .superseded: ("superseded", nil)
    }
  }

  /// Reads ``parts``; `nil` for anything else.
  init?(_ word: String, _ subject: String?) {
    switch (word, subject) {
    case ("created", nil): self = .created
    case ("joined", nil): self = .joined
    case ("added", let name?): self = .added(name)
    case ("removed", let name?): self = .removed(name)
    case ("renamed", let name?): self = .renamed(name)
    case ("excluded", nil): self = .excluded
    case ("left", nil): self = .left
    case ("superseded", nil): self = .superseded
    default: return nil
    }
  }

  /// The note for people.
  var text: LocalizedText {
    switch self {
    case .created: LocalizedText("you made the group", ja: "グループを作成しました")
    case .joined: LocalizedText("you are a member now", ja: "グループに参加しました")
    case .added(let name):
      LocalizedText("\(Printable.quote(name)) was added", ja: "\(Printable.quote(name)) が追加されました")
    case .removed(let name):
      LocalizedText(
        "\(Printable.quote(name)) is no member any more", ja: "\(Printable.quote(name)) はメンバーではなくなりました")
    case .renamed(let name):
      LocalizedText(
        "the group is called \(Printable.quote(name)) now", ja: "グループの名前が \(Printable.quote(name)) に変わりました")
    case .excluded: LocalizedText("you are no member any more", ja: "メンバーから外されました")
    case .left: LocalizedText("you left", ja: "グループを退出しました")
    case .superseded:
      LocalizedText(
        "another change came first; yours was made again where it could be", ja: "別の変更が先に行われ、可能な範囲でやり直しました")
    }
  }
}
