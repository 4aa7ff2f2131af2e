/// A property list as it was read from a file.
public struct PropertyListDocument: Sendable, Equatable {
  /// The outermost value.
  public let root: PropertyList
  /// The form of the file.
  public let format: PropertyListFormat
  /// The comments, in the order of the file.
  package let comments: [TextComment]
  /// Entries that a later entry of the same key in the same dictionary hides.
  public let duplicates: [PropertyListDictionary.Entry]

  /// Makes a document from its parts.
  package init(
    root: PropertyList,
    format: PropertyListFormat,
    comments: [TextComment] = [],
    duplicates: [PropertyListDictionary.Entry] = []
  ) {
    (self.root, self.format) = (root, format)
    (self.comments, self.duplicates) = (comments, duplicates)
  }
}

/// The form in which a property list was written.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable {
  /// XML, the form of sources.
  case xml
  /// `bplist00`, the form inside built applications.
  case binary
  /// The older braces-and-parentheses form of project files and string tables.
  case openStep
}

/// Where in a file a reader stopped.
public enum PropertyListPlace: Sendable, Hashable, CustomStringConvertible {
  /// A line and a column of a text.
  case text(TextPosition)
  /// A byte offset from the beginning of the file.
  case byte(Int)

  /// The place in words, in English.
  public var description: String {
    switch self {
    case .text(let position): "line \(position.line), column \(position.column)"
    case .byte(let offset): "byte \(offset)"
    }
  }

  /// The place in words, in Japanese.
  var japanese: String {
    switch self {
    case .text(let position): "\(position.line) 行 \(position.column) 列"
    case .byte(let offset): "先頭から \(offset) バイト目"
    }
  }
}

/// The bounds within which a reader works.
public struct PropertyListLimits: Sendable, Hashable {
  /// How many bytes the file may have, and how many its texts and data values may have together.
  public var maximumBytes: Int
  /// How deep containers may be nested; the outermost one is level 1.
  public var maximumDepth: Int
  /// How many values the tree may have, each shared reference counted at every use.
  public var maximumNodes: Int

  /// Makes limits; values below 1 count as 1.
  public init(maximumBytes: Int, maximumDepth: Int, maximumNodes: Int) {
    self.maximumBytes = max(1, maximumBytes)
    self.maximumDepth = min(max(1, maximumDepth), PropertyListLimits.deepest)
    self.maximumNodes = max(1, maximumNodes)
  }

  /// The deepest nesting that can be asked for, so that no reader can exhaust the stack of a small thread.
  static let deepest = 512

  /// Property lists of applications: 32 MiB, 64 levels, 100,000 values.
  public static let standard = PropertyListLimits(
    maximumBytes: 32 << 20,
    maximumDepth: 64,
    maximumNodes: 100_000
  )

  /// Project files, which list every file of a large application: 64 MiB, 64 levels, 2,000,000 values.
  public static let project = PropertyListLimits(
    maximumBytes: 64 << 20,
    maximumDepth: 64,
    maximumNodes: 2_000_000
  )

  /// Interface files (storyboards and xibs): 64 MiB, 256 levels, 2,000,000 nodes.
  public static let interface = PropertyListLimits(
    maximumBytes: 64 << 20,
    maximumDepth: 256,
    maximumNodes: 2_000_000
  )
}

/// Reads property lists of every form within fixed bounds.
///
/// The system's own reader crashes on a binary list with a set in it and expands shared references without
/// limit; this one answers every input with a value or an error. It is safe to use from any thread.
public enum PropertyListReader {
  /// Reads `bytes`, finding out the form first.
  ///
  /// A file that begins with `bplist` is binary, one whose first visible character is `<` is XML, and any
  /// other is OpenStep text.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The bounds to keep.
  /// - Returns: The value with the form of the file, its comments and its duplicate keys.
  /// - Throws: ``PropertyListError`` with the place and the cure.
  public static func read(
    _ bytes: [UInt8],
    limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> PropertyListDocument {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    guard !bytes.isEmpty else { throw .unknownFormat }
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try BinaryPropertyListReader(bytes, limits: limits)
      return try reader.read()
    }
    let text = try TextDecoding.utf8(bytes)
    guard let first = text.first(where: { !ASCII.isSpace($0) }) else { throw .unknownFormat }
    if first == ASCII.less {
      var reader = XMLPropertyListReader(text, limits: limits)
      return try reader.read()
    }
    var reader = OpenStepPropertyListReader(text, limits: limits)
    return try reader.read()
  }
}
