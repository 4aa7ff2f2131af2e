import OmamoriCore

/// What Apple says of a person at the first consent, and never again.
///
/// Comes from the device and is not verified; the server believes the address in the identity token only. Prints nothing
/// of the person. A value; safe to share between threads.
public struct AppleIDProfile: Sendable, Hashable {
  /// The longest part in bytes of UTF-8.
  private static let greatestSize = 1024

  /// The given name.
  public let givenName: String?
  /// The family name.
  public let familyName: String?
  /// The mail address.
  public let email: String?

  /// Makes a profile; an empty part counts as none, and one of more than 1024 bytes too.
  public init(givenName: String? = nil, familyName: String? = nil, email: String? = nil) {
    self.givenName = Self.part(givenName)
    self.familyName = Self.part(familyName)
    self.email = Self.part(email)
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { givenName == nil && familyName == nil && email == nil }

  /// The parts of this profile, and those of an older one where this one has none.
  public func completed(by older: AppleIDProfile) -> AppleIDProfile {
    AppleIDProfile(
      givenName: givenName ?? older.givenName, familyName: familyName ?? older.familyName,
      email: email ?? older.email)
  }

  /// The profile as an object of JSON.
  var members: JSONObject {
    var object = JSONObject()
    for (name, value) in [("given", givenName), ("family", familyName), ("email", email)] {
      if let value { object[name] = .string(value) }
    }
    return object
  }

  /// Reads an object of JSON.
  init(_ members: JSONObject) {
    self.init(
      givenName: members["given"]?.stringValue, familyName: members["family"]?.stringValue,
      email: members["email"]?.stringValue)
  }

  private static func part(_ text: String?) -> String? {
    guard let text, 1...greatestSize ~= text.utf8.count else { return nil }
    return text
  }
}

extension AppleIDProfile: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "Apple ID profile" }
  /// A mirror without the profile.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
