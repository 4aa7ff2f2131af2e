import OmamoriCore

/// The rules that items, queries and changes have to keep in every store.
///
/// Has no state; safe to use from any thread.
package enum ItemRules {
  /// The longest secret, in bytes.
  package static let greatestSecret = 1 << 20
  /// The most bytes that all attributes of an item have together, with four bytes for the name of each.
  package static let greatestAttributes = 64 << 10

  /// Throws unless an item can be stored as it is.
  ///
  /// - Parameter item: The item.
  /// - Throws: ``KeychainError``: an attribute that the class does not have, a value of the wrong kind, a size, an access
  ///   control or a synchronizability that contradicts the rest.
  package static func check(_ item: NewItem) throws(KeychainError) {
    guard item.itemClass != .identity else { throw .invalidRequest(.identity) }
    try check(item.attributes, of: item.itemClass)
    try checkUnstamped(item.attributes)
    if let secret = item.secret, secret.count > greatestSecret { throw .tooLarge(limit: greatestSecret) }
    if let group = item.accessGroup { try checkGroup(group) }
    try item.accessControl?.check(for: item.itemClass)
    guard item.isSynchronizable else { return }
    let accessibility = item.accessControl?.accessibility ?? item.accessibility
    let hasControl = item.accessControl.map { !$0.constraints.isEmpty } ?? false
    guard !accessibility.isThisDeviceOnly, !hasControl else { throw .invalidRequest(.synchronizable) }
  }

  /// Throws unless a query makes sense for a search.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``KeychainError``.
  package static func check(_ query: ItemQuery) throws(KeychainError) {
    if case .count(let count) = query.limit, count < 1 { throw .invalidRequest(.limit) }
    guard query.reference == nil else {
      guard query.itemClass == nil, query.attributes.values.isEmpty, query.accessGroup == nil else {
        throw .invalidRequest(.referenceWithConditions)
      }
      return
    }
    guard let itemClass = query.itemClass else { throw .invalidRequest(.noClass) }
    try check(query.attributes, of: itemClass)
    if let group = query.accessGroup { try checkGroup(group) }
  }

  /// Throws unless a query makes sense for an update or a removal, which identities are not subject to.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``KeychainError``.
  package static func checkForChange(_ query: ItemQuery) throws(KeychainError) {
    try check(query)
    guard query.itemClass != .identity else { throw .invalidRequest(.identity) }
  }

  /// Throws when attributes are given that the store sets itself.
  static func checkUnstamped(_ attributes: ItemAttributes) throws(KeychainError) {
    guard attributes[.creationDate] == nil, attributes[.modificationDate] == nil else {
      throw .invalidRequest(.setByStore)
    }
  }

  /// Throws unless the attributes are ones that items of the class have, with values of the right kind.
  package static func check(_ attributes: ItemAttributes, of itemClass: ItemClass) throws(KeychainError) {
    var size = 0
    for (attribute, value) in attributes.values {
      guard itemClass.allows(attribute) else {
        throw .unknownAttribute(attribute)
      }
      guard value.kind == attribute.kind else { throw .invalidRequest(.valueKind) }
      size += 4 + value.byteCount
    }
    guard size <= greatestAttributes else { throw .tooLarge(limit: greatestAttributes) }
  }

  /// Throws unless a text can be the name of an access group.
  static func checkGroup(_ name: String) throws(KeychainError) {
    guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
    guard name.utf8.count <= AccessGroups.greatestNameSize else {
      throw .tooLarge(limit: AccessGroups.greatestNameSize)
    }
  }
}

extension AttributeValue {
  /// How many bytes the value counts towards 65,536.
  package var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let data): data.count
    case .number, .date: 8
    case .flag: 1
    }
  }
}

extension ItemRules {
  /// Throws unless changes make sense, as far as that can be said before the items are known.
  ///
  /// - Parameter changes: The changes.
  /// - Throws: ``KeychainError``.
  package static func check(_ changes: ItemChanges) throws(KeychainError) {
    guard !changes.isEmpty else { throw .invalidRequest(.nothingToChange) }
    try checkUnstamped(changes.attributes)
    for (attribute, value) in changes.attributes.values where value.kind != attribute.kind {
      throw .invalidRequest(.valueKind)
    }
    if let secret = changes.secret, secret.count > greatestSecret { throw .tooLarge(limit: greatestSecret) }
    if let group = changes.accessGroup { try checkGroup(group) }
  }

  /// An item with changes made to it.
  ///
  /// Setting an accessibility alone keeps the constraints of an access control; setting an access control without
  /// constraints removes it. A key that is for use only stays so, unless another secret takes its place.
  ///
  /// - Parameters:
  ///   - changes: Changes that ``check(_:)-swift.method`` has found valid.
  ///   - item: The item as it is. Its secret may be missing when it is not changed.
  /// - Returns: The item to store.
  /// - Throws: ``KeychainError`` when the item would contradict itself.
  package static func applying(_ changes: ItemChanges, to item: NewItem) throws(KeychainError) -> NewItem {
    var result = item
    result.attributes.merge(changes.attributes)
    if let secret = changes.secret { result.secret = secret }
    if let group = changes.accessGroup { result.accessGroup = group }
    if let isSynchronizable = changes.isSynchronizable { result.isSynchronizable = isSynchronizable }
    if let accessibility = changes.accessibility {
      result.accessibility = accessibility
      if let control = result.accessControl {
        result.accessControl = AccessControl(accessibility, control.constraints)
      }
    }
    if let control = changes.accessControl { result.accessControl = control }
    if item.accessControl?.isForUseOnly == true, changes.secret == nil {
      guard result.accessControl?.isForUseOnly == true else { throw .denied }
    }
    result = normalized(result)
    try check(result)
    return result
  }

  /// An item whose accessibility is that of its access control and whose access control asks for something.
  package static func normalized(_ item: NewItem) -> NewItem {
    guard let control = item.accessControl else { return item }
    var result = item
    result.accessibility = control.accessibility
    if control.constraints.isEmpty { result.accessControl = nil }
    return result
  }
}

extension NewItem {
  /// A stored item as one to be stored again, without the dates that the store sets.
  package init(_ item: KeychainItem) {
    var attributes = item.attributes
    (attributes[.creationDate], attributes[.modificationDate]) = (nil, nil)
    self.init(
      item.itemClass, attributes, secret: item.secret, accessGroup: item.accessGroup,
      isSynchronizable: item.synchronization.isRequested, accessibility: item.accessibility,
      accessControl: item.accessControl)
  }
}
