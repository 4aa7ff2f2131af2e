import OmamoriCore

/// Reads the XML export of KeePassXC (`keepassxc-cli export -f xml`) and KeePass 2.
///
/// Fields of the person's own, notes and one-time passwords become items beside the password. Attachments, earlier
/// states and entries in the bin are noted; icons, colours, times and auto-type are settings and left aside. Safe to use
/// from any thread.
public enum KeePassXMLImporter {
  /// Reads an export.
  ///
  /// - Parameters:
  ///   - bytes: The file in UTF-8; the caller's copy is neither locked nor wiped.
  ///   - limits: The bounds to keep.
  /// - Returns: The items and what was left out or changed.
  /// - Throws: ``KeychainError/malformedImport(line:)``, ``KeychainError/tooLarge(limit:)``,
  ///   ``KeychainError/tooMany(limit:)``.
  public static func read(
    _ bytes: [UInt8],
    limits: ImportLimits = .standard
  ) throws(KeychainError) -> ImportResult {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var reader = KeePassXMLReader(bytes, limits: limits)
    try reader.file()
    return reader.builder.result
  }
}

/// The descent through a KeePass XML file; its recursion is bounded by the depth of ``XMLPieces``.
struct KeePassXMLReader {
  private(set) var builder: ImportBuilder
  private var pieces: XMLPieces
  private var bin: String?

  init(_ bytes: [UInt8], limits: ImportLimits) {
    builder = ImportBuilder(limits: limits)
    pieces = XMLPieces(bytes, depth: limits.depth)
  }

  mutating func file() throws(KeychainError) {
    guard case .start("KeePassFile", _)? = try content() else { throw pieces.malformed() }
    while let name = try child() {
      switch name {
      case "Meta": try meta()
      case "Root":
        while let name = try child() {
          if name == "Group" { try group([], isRoot: true, isBin: false) } else { try skip() }
        }
      default: try skip()
      }
    }
    guard try content() == nil else { throw pieces.malformed() }
  }

  private mutating func meta() throws(KeychainError) {
    while let name = try child() {
      if name == "RecycleBinUUID" {
        let identifier = try text()
        // All zeros stand for "none".
        if identifier.contains(where: { $0 != "A" && $0 != "=" }) { bin = identifier }
      } else {
        try skip()
      }
    }
  }

  private mutating func group(_ path: [String], isRoot: Bool, isBin: Bool) throws(KeychainError) {
    var (path, isBin) = (path, isBin)
    while let name = try child() {
      switch name {
      case "UUID":
        let identifier = try text()
        if identifier == bin { isBin = true }
      case "Name":
        let name = try text()
        if !isRoot { path.append(name) }
      case "Group": try group(path, isRoot: false, isBin: isBin)
      case "Entry": try entry(path, isBin: isBin)
      default: try skip()
      }
    }
  }

  private mutating func entry(_ path: [String], isBin: Bool) throws(KeychainError) {
    var entry = PasswordEntry(path: path)
    entry.line = pieces.line
    var (title, attachments, states, isReadable) = ("", 0, 0, true)
    while let name = try child() {
      switch name {
      case "String": isReadable = try field(of: &entry, title: &title) && isReadable
      case "Binary":
        attachments += 1
        try skip()
      case "History":
        while let name = try child() {
          if name == "Entry" { states += 1 }
          try skip()
        }
      default: try skip()
      }
    }
    entry.path.append(title)
    if isBin { return builder.note(.deleted, named: entry.name, line: entry.line) }
    for _ in 0..<attachments { builder.note(.attachment, named: entry.name, line: entry.line) }
    for _ in 0..<states { builder.note(.history, named: entry.name, line: entry.line) }
    entry.isReadable = isReadable
    try entry.add(to: &builder)
  }

  /// Reads a field; says whether it could be read.
  private mutating func field(of entry: inout PasswordEntry, title: inout String) throws(KeychainError)
    -> Bool
  {
    var (key, value, isReadable): (String, [UInt8], Bool) = ("", [], true)
    defer { PlainBytes.wipe(&value) }
    while let (name, attributes) = try start() {
      switch name {
      case "Key": key = try text()
      case "Value":
        value = try bytes()
        // Values of the database itself are encrypted once more, with a key that is not in the file.
        if attributes["Protected"]?.lowercased() == "true" { isReadable = false }
      default: try skip()
      }
    }
    guard isReadable, !value.isEmpty else { return isReadable }
    switch key {
    case "Title": title = try string(value)
    case "UserName": entry.account = try string(value)
    case "URL": entry.address = try string(value)
    case "Password": entry.password = PlainBytes.secret(takingOver: &value)
    case "Notes": entry.extras.append(("notes", PlainBytes.secret(takingOver: &value)))
    default: entry.extras.append((key, PlainBytes.secret(takingOver: &value)))
    }
    return true
  }

  // MARK: - Elements

  /// The name of the next child element, or `nil` at the end of its parent.
  private mutating func child() throws(KeychainError) -> String? { try start()?.name }

  private mutating func start() throws(KeychainError) -> (name: String, attributes: [String: String])? {
    switch try content() {
    case .start(let name, let attributes): return (name, attributes)
    case .end: return nil
    default: throw pieces.malformed()
    }
  }

  /// The next piece, without the white space between elements.
  private mutating func content() throws(KeychainError) -> XMLEvent? {
    while let piece = try pieces.next() {
      guard case .text(let text) = piece else { return piece }
      guard text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { throw pieces.malformed() }
    }
    return nil
  }

  /// The bytes of an element that holds text only, up to its end.
  private mutating func bytes() throws(KeychainError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try pieces.next() {
      switch piece {
      case .text(var part):
        PlainBytes.append(&part, to: &bytes)
      case .end: return bytes
      case .start: throw pieces.malformed()
      }
    }
    throw pieces.malformed()
  }

  private mutating func text() throws(KeychainError) -> String { try string(try bytes()) }

  private mutating func string(_ bytes: [UInt8]) throws(KeychainError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw pieces.malformed() }
    return text
  }

  /// Leaves the element that was opened last.
  private mutating func skip() throws(KeychainError) {
    var depth = 1
    while depth > 0 {
      switch try pieces.next() {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: continue
      case nil: throw pieces.malformed()
      }
    }
  }
}
