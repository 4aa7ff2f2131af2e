public import OmamoriCore

/// The attributes of an item or of a query, each at most once.
public struct ItemAttributes: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The values by attribute.
  public private(set) var values: [ItemAttribute: AttributeValue]

  /// Makes attributes of pairs; of two pairs with one name the last counts.
  public init(dictionaryLiteral elements: (ItemAttribute, AttributeValue)...) {
    values = Dictionary(elements) { _, last in last }
  }

  /// Makes attributes.
  public init(_ values: [ItemAttribute: AttributeValue] = [:]) { self.values = values }

  /// The value of an attribute, or `nil` when there is none.
  public subscript(attribute: ItemAttribute) -> AttributeValue? {
    get { values[attribute] }
    set { values[attribute] = newValue }
  }

  /// The value of an attribute as a text, or `nil` when there is none or it is of another kind.
  public func text(_ attribute: ItemAttribute) -> String? {
    guard case .text(let text)? = values[attribute] else { return nil }
    return text
  }

  /// The value of an attribute as bytes, or `nil` when there is none or it is of another kind.
  public func data(_ attribute: ItemAttribute) -> Data? {
    guard case .data(let data)? = values[attribute] else { return nil }
    return data
  }

  /// The value of an attribute as a number, or `nil` when there is none or it is of another kind.
  public func number(_ attribute: ItemAttribute) -> Int64? {
    guard case .number(let number)? = values[attribute] else { return nil }
    return number
  }

  /// The value of an attribute as yes or no, or `nil` when there is none or it is of another kind.
  public func flag(_ attribute: ItemAttribute) -> Bool? {
    guard case .flag(let flag)? = values[attribute] else { return nil }
    return flag
  }

  /// The value of an attribute as a moment, or `nil` when there is none or it is of another kind.
  public func date(_ attribute: ItemAttribute) -> Date? {
    guard case .date(let date)? = values[attribute] else { return nil }
    return date
  }

  /// Takes over the values of `others`, which count where both have one.
  public mutating func merge(_ others: ItemAttributes) { values.merge(others.values) { _, new in new } }
}

/// The protocols of internet passwords, as Apple's keychain writes them.
///
/// The codes are the values of the `kSecAttrProtocol` constants in SecItemConstants.c of Apple's Security project.
package enum NetworkProtocol {
  /// The codes by the name that people use, in lowercase: the scheme of a URL where there is one.
  package static let codes: [String: String] = [
    "afp": "afp ", "appletalk": "atlk", "daap": "daap", "eppc": "eppc", "ftp": "ftp ", "ftp-account": "ftpa",
    "ftp-proxy": "ftpx", "ftps": "ftps", "http": "http", "http-proxy": "htpx", "https": "htps",
    "https-proxy": "htsx", "imap": "imap", "imaps": "imps", "ipp": "ipp ", "irc": "irc ", "ircs": "ircs",
    "ldap": "ldap", "ldaps": "ldps", "nntp": "nntp", "nntps": "ntps", "pop3": "pop3", "pop3s": "pops",
    "rtsp": "rtsp", "rtsp-proxy": "rtsx", "sftp": "ssh ", "smb": "smb ", "smtp": "smtp", "smtps": "smtp",
    "socks": "sox ", "ssh": "ssh ", "telnet": "teln", "telnets": "tels",
  ]

  /// The code of a protocol.
  ///
  /// - Parameter word: A name, such as `https`, or a code, with or without the spaces at its end; case does not matter.
  /// - Returns: The code, four characters; `nil` when there is no such protocol.
  package static func code(of word: String) -> String? {
    let word = word.lowercased()
    if let code = codes[word] { return code }
    return codes.values.first { $0 == word || $0.prefix { $0 != " " } == word }
  }
}
