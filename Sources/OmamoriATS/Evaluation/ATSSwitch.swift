/// The state of a boolean key: mere presence can matter, whatever the value.
public enum ATSSwitch: String, Sendable, Hashable {
  /// The key is missing, or has a type that is not read, such as a text.
  case absent
  /// The key is there and is not true; a number other than 1 counts so.
  case no
  /// The key is true, or the number 1.
  case yes

  /// Reads the state of a key from its value.
  public init(_ value: PropertyList?) {
    switch value?.content {
    case .boolean(let flag): self = flag ? .yes : .no
    case .integer(let number): self = number == 1 ? .yes : .no
    case .real(let number): self = number == 1 ? .yes : .no
    default: self = .absent
    }
  }

  /// Whether the key is there with a type that is read.
  public var isPresent: Bool { self != .absent }

  func value(default absent: Bool) -> Bool { self == .absent ? absent : self == .yes }
}
