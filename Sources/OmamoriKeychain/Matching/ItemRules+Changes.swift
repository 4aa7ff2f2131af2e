import OmamoriCore

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
  package init(_ item: Item) {
    var attributes = item.attributes
    (attributes[.creationDate], attributes[.modificationDate]) = (nil, nil)
    self.init(
      item.itemClass, attributes, secret: item.secret, accessGroup: item.accessGroup,
      isSynchronizable: item.synchronization.isRequested, accessibility: item.accessibility,
      accessControl: item.accessControl)
  }
}
