public import OmamoriCore

/// What Apple says of a person at the first consent, and never again.
///
/// Comes from the device and is not verified; the server believes the address in the identity token only. Prints nothing
/// of the person.
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

extension AppleIDProfile: RedactedDescription {
  /// Fixed words.
  public var description: String { "Apple ID profile" }
}

/// Keeps what Apple said of persons until the app's server has it.
///
/// Apple says it once: an app that first calls its server and then fails has lost it for good. So it is stored before the
/// exchange and forgotten when the server has confirmed. Safe to use from any thread.
public struct AppleIDProfiles: Sendable {
  private let store: any SecretStore

  /// Makes one.
  ///
  /// - Parameter store: Where profiles are kept, such as the keychain.
  public init(store: any SecretStore) { self.store = store }

  /// Keeps what a credential says, beside what is kept already.
  ///
  /// - Parameter credential: The credential.
  /// - Returns: All that is known of the person.
  /// - Throws: ``AuthError/core(_:)``.
  @discardableResult
  public func keep(_ credential: AppleIDCredential) async throws(AuthError) -> AppleIDProfile {
    let older = try await profile(of: credential.user)
    guard !credential.profile.isEmpty else { return older }
    let whole = credential.profile.completed(by: older)
    let secret = SecretBytes(copying: JSONValue.object(whole.members).utf8())
    do throws(CoreError) {
      try await store.replace(secret, named: Self.name(credential.user))
    } catch {
      throw .core(error)
    }
    return whole
  }

  /// What is kept of a person.
  ///
  /// - Parameter user: The person's identifier.
  /// - Returns: The profile, empty when there is none or it cannot be read.
  /// - Throws: ``AuthError/core(_:)`` when the store cannot answer.
  public func profile(of user: String) async throws(AuthError) -> AppleIDProfile {
    do throws(CoreError) {
      guard let secret = try await store.secret(named: Self.name(user)) else { return AppleIDProfile() }
      let bytes = secret.withBytes { $0.byteArray }
      guard let members = try? StrictJSON.parse(bytes, limits: JSONLimits(depth: 2, size: 8192)).objectValue
      else { return AppleIDProfile() }
      return AppleIDProfile(members)
    } catch {
      throw .core(error)
    }
  }

  /// Forgets a person, when the server has the profile or the account is gone.
  ///
  /// - Parameter user: The person's identifier.
  /// - Throws: ``AuthError/core(_:)``.
  public func forget(_ user: String) async throws(AuthError) {
    do throws(CoreError) {
      _ = try await store.remove(named: Self.name(user))
    } catch {
      throw .core(error)
    }
  }

  private static func name(_ user: String) -> String { "apple-id-profile." + user }
}
