import OmamoriCore

/// A record of a group: each step writes those that it changed.
///
/// A value; safe to share between threads.
enum GroupPart: Sendable, Hashable {
  /// The changes, the secrets of the epochs, and what waits.
  case main
  /// The creation and the changes that are settled.
  case past
  /// The own chain of the epoch that a change began, and who has it.
  case sending([UInt8])
  /// The chains of others in the epoch that a change began.
  case receiving([UInt8])

  /// The name of the record.
  func name(in group: GroupIdentifier) -> RecordName {
    switch self {
    case .main: RecordName(.group, key: group.bytes)
    case .past: RecordName(.group, key: [3] + group.bytes)
    case .sending(let head): RecordName(.group, key: [4] + group.bytes + head)
    case .receiving(let head): RecordName(.group, key: [5] + group.bytes + head)
    }
  }

  /// Whether a name is that of a part of a group.
  static func isName(_ name: RecordName, of group: GroupIdentifier) -> Bool {
    name.key == group.bytes
      || (3...5).contains(name.key.first ?? 0) && name.key.dropFirst().starts(with: group.bytes)
  }

  /// All parts of a group with these epochs.
  static func all(of heads: some Sequence<[UInt8]>) -> [GroupPart] {
    [.main, .past] + heads.flatMap { [.sending($0), .receiving($0)] }
  }
}
