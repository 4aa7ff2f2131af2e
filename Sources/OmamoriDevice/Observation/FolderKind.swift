import OmamoriCore

/// Where a file stands, told without its path, which may hold names of persons.
enum FolderKind: Sendable, Hashable {
  /// Folders that only the system's packages fill.
  case system
  /// Folders that everybody can write to.
  case temporary
  /// A person's folder.
  case home
  /// No folder: the file was made in memory.
  case memory
  /// Any other.
  case other

  init(_ path: String) {
    if path.hasBytePrefix("/memfd:") {
      self = .memory
    } else if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) {
      self = .other  // Where it leads is not where it begins.
    } else if Self.begins(
      path, ["/tmp", "/var/tmp", "/dev/shm", "/run/user", "/private/tmp", "/private/var/tmp"])
    {
      self = .temporary
    } else if Self.begins(path, ["/home", "/root", "/Users"]) {
      self = .home
    } else if Self.begins(path, ["/usr", "/lib", "/lib64", "/bin", "/sbin", "/System"]),
      !path.hasBytePrefix("/usr/local/")
    {
      self = .system
    } else {
      self = .other
    }
  }

  private static func begins(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { path.hasBytePrefix($0 + "/") }
  }

  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .system: .label("system")
    case .temporary: .label("temporary")
    case .home: .label("home")
    case .memory: .label("memory")
    case .other: .label("other")
    }
  }
}

extension MappingOrigin {
  /// The name in evidence.
  var label: SecurityEvent.Value {
    switch self {
    case .file: .label("file")
    case .deletedFile: .label("deleted-file")
    case .memoryFile: .label("memory-file")
    case .kernel: .label("kernel")
    case .anonymous: .label("anonymous")
    }
  }
}
