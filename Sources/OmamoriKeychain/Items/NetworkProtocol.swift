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
