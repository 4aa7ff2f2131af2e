package import OmamoriCore
import OmamoriCrypto

/// What is kept beside a protected item of Apple's keychain, so that its end is noticed.
///
/// When a finger or a face is enrolled, or the passcode is removed, the system deletes the items bound to the old
/// state, and looks as if they had never been there. The marker stays: it holds the access control, which the system
/// does not tell either, and a digest of the biometry's state. It is a generic password without a secret, whose
/// account is a digest of the item's names.
package struct SecItemMarker: Sendable, Hashable {
  /// The service of all markers, which no other item may have.
  package static let service = "omamori.keychain.marker"
  /// The names' digest.
  package let tag: String
  /// The accessibility of the item.
  package let accessibility: ItemAccessibility
  /// What is asked for.
  package let constraints: AccessControl.Constraints
  /// SHA-256 of the biometry's state when the item was stored; empty when nothing was enrolled.
  package let enrolment: Data

  private static let version: UInt8 = 1

  /// Makes a marker.
  package init(
    tag: String, accessibility: ItemAccessibility, constraints: AccessControl.Constraints, enrolment: Data
  ) {
    (self.tag, self.accessibility, self.constraints) = (tag, accessibility, constraints)
    self.enrolment = enrolment
  }

  /// Whether an item needs a marker.
  package static func isNeeded(_ accessControl: AccessControl?, _ accessibility: ItemAccessibility) -> Bool {
    accessControl.map { !$0.constraints.isEmpty } == true || accessibility == .whenPasscodeSetThisDeviceOnly
  }

  /// The digest of the names of an item that is not synchronizable; missing ones count as empty.
  package static func tag(_ itemClass: ItemClass, _ attributes: ItemAttributes) -> String {
    var hash = SHA256()
    func add(_ bytes: [UInt8]) {
      hash.update(data: bigEndian(UInt64(bytes.count)))
      hash.update(data: bytes)
    }
    add(Array(itemClass.rawValue.utf8))
    for attribute in itemClass.primaryKey {
      switch attributes[attribute] {
      case .text(let text): add(Array(text.utf8))
      case .data(let data): add(Array(data))
      case .number(let number) where number != 0: add(Array(String(number).utf8))
      case .number, .flag, .date, nil: add([])
      }
    }
    return Base64URL.encode(Array(hash.finalize()))
  }

  /// The digest of the biometry's state to be kept; empty for none.
  package static func enrolment(of state: Data?) -> Data {
    state.map { Data(SHA256.hash(data: $0)) } ?? Data()
  }

  /// The access control of the item; `nil` when it has no constraints.
  package var accessControl: AccessControl? {
    constraints.isEmpty ? nil : AccessControl(accessibility, constraints)
  }

  /// Whether the end of the item is explained by what it was bound to.
  ///
  /// - Parameter enrolment: The digest of the biometry's state now.
  /// - Returns: Whether what it was bound to is gone.
  package func isInvalidated(enrolment: Data) -> Bool {
    if constraints.contains(.biometryCurrentSet), enrolment != self.enrolment { return true }
    return accessibility == .whenPasscodeSetThisDeviceOnly
  }

  /// Whether the item is bound to a face or to fingers that are known not to be enrolled any more.
  func isOutdated(_ enrolment: Data) -> Bool {
    constraints.contains(.biometryCurrentSet) && !enrolment.isEmpty && enrolment != self.enrolment
  }

  /// The content of the attribute that holds all but the tag.
  package var encoded: Data {
    let code = UInt8(ItemAccessibility.allCases.firstIndex(of: accessibility) ?? 0)
    return Data([Self.version, code] + Self.bigEndian(constraints.rawValue)) + enrolment
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - UInt64($0)))) }
  }

  /// Reads a marker; `nil` when it is none.
  package init?(tag: String, encoded: Data) {
    let bytes = Array(encoded)
    guard bytes.count == 10 || bytes.count == 42, bytes[0] == Self.version,
      ItemAccessibility.allCases.indices.contains(Int(bytes[1]))
    else { return nil }
    self.init(
      tag: tag, accessibility: ItemAccessibility.allCases[Int(bytes[1])],
      constraints: .init(rawValue: bytes[2..<10].reduce(0) { $0 << 8 | UInt64($1) }),
      enrolment: Data(bytes[10...]))
  }
}

/// The markers beside the protected items of a keychain.
struct SecItemMarkers<Session: SecItemSession> {
  let session: Session

  /// The markers of some items.
  ///
  /// - Throws: ``KeychainError``.
  func markers(of records: [SecItemRecord]) throws(KeychainError) -> [SecItemPlace: SecItemMarker] {
    let places = records.filter { !$0.isSynchronizable }.map(\.place)
    guard let first = places.first else { return [:] }
    return try places.count == 1 ? list(.one, first.group, first.tag) : list(.all)
  }

  /// The markers under a digest, of one group or of all.
  ///
  /// - Throws: ``KeychainError``.
  func list(
    _ limit: ItemQuery.Limit, _ group: String? = nil, _ tag: String? = nil
  ) throws(KeychainError) -> [SecItemPlace: SecItemMarker] {
    var names: ItemAttributes = [.service: .text(SecItemMarker.service)]
    names[.account] = tag.map(AttributeValue.text)
    let query = ItemQuery(.genericPassword, names, accessGroup: group)
    let reply = try session.perform(.copyMatching(SecItemDictionary.conditions(query).listing(limit)))
    let outcome = SecItemOutcome(status: reply.status)
    if outcome == .notFound { return [:] }
    if let error = outcome.error(isUnlocked: false) { throw error }
    var found: [SecItemPlace: SecItemMarker] = [:]
    for item in reply.items {
      guard case .attribute(.text(let tag))? = item[.attribute(.account)],
        case .attribute(.text(let group))? = item[.accessGroup],
        case .attribute(.data(let encoded))? = item[.attribute(.generic)]
      else { continue }
      found[SecItemPlace(group: group, tag: tag)] = SecItemMarker(tag: tag, encoded: encoded)
    }
    return found
  }

  /// Makes the marker of an item what it has to be.
  ///
  /// - Parameters:
  ///   - old: The one that is there.
  ///   - new: The marker; `nil` for none.
  ///   - place: Where it is.
  /// - Throws: ``KeychainError``.
  func replace(_ old: SecItemMarker?, with new: SecItemMarker?, at place: SecItemPlace) throws(KeychainError)
  {
    guard new != old else { return }
    let names: ItemAttributes = [.service: .text(SecItemMarker.service), .account: .text(place.tag)]
    let conditions = SecItemDictionary.conditions(
      ItemQuery(.genericPassword, names, accessGroup: place.group))
    guard let new else {
      let outcome = SecItemOutcome(status: try session.perform(.delete(conditions)).status)
      if outcome != .notFound, let error = outcome.error(isUnlocked: false) { throw error }
      return
    }
    let content = SecItemValue.attribute(.data(new.encoded))
    var put = SecItemPut(.always)
    while true {
      switch put.step {
      case .update:
        let reply = try session.perform(
          .update(conditions.withoutDialogue, [.attribute(.generic): content]))
        put.received(SecItemOutcome(status: reply.status))
      case .add:
        var item = conditions
        item[.attribute(.generic)] = content
        // It has to be readable whenever anything is, and must not go where the item cannot.
        item[.accessible] = .accessible(.afterFirstUnlockThisDeviceOnly)
        put.received(SecItemOutcome(status: try session.perform(.add(item)).status))
      case .finished: return
      case .failed(let outcome): throw outcome.error(isUnlocked: false) ?? .contended
      case .contended: throw .contended
      }
    }
  }
}
