extension IntegritySignal {
  /// Whether a detection speaks against the process, or only says where it runs.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Somebody may be tampering with the process.
    case threat
    /// A fact about the surroundings, which is no reproach: a container, a virtual machine, root.
    case environment
  }

  /// What a signal is about.
  ///
  /// An app's own probes make identifiers of their own.
  ///
  /// A value; safe to share between threads.
  public struct Identifier: Sendable, Hashable {
    /// The name in reports, such as `code.modified`.
    public let name: String
    /// Whether a detection speaks against the process.
    public let kind: Kind
    /// Entries of the OWASP Mobile Application Security Testing Guide that describe the technique.
    public let mastg: [String]

    /// Makes an identifier.
    ///
    /// - Parameters:
    ///   - name: A literal of the program: an area, a dot and what was looked for.
    ///   - kind: Whether a detection speaks against the process.
    ///   - mastg: Entries of the guide, such as `MASTG-KNOW-0085`.
    public init(_ name: StaticString, kind: Kind = .threat, mastg: [StaticString] = []) {
      (self.name, self.kind) = (String(describing: name), kind)
      self.mastg = mastg.map { String(describing: $0) }
    }

    /// Says whether both have the same name.
    public static func == (left: Identifier, right: Identifier) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension IntegritySignal.Identifier {
  /// A debugger or another tracer is attached.
  public static let tracer = Self("debugger.tracer", mastg: ["MASTG-KNOW-0028", "MASTG-KNOW-0085"])
  /// Code in memory differs from the file that it was loaded from.
  public static let modifiedCode = Self(
    "code.modified", mastg: ["MASTG-KNOW-0032", "MASTG-KNOW-0029", "MASTG-KNOW-0086"])
  /// A library was loaded after the start.
  public static let addedLibrary = Self("library.added", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// The loader was told to load libraries that the program does not ask for.
  public static let preload = Self("library.preload", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// A library runs whose file is gone or was replaced.
  public static let deletedLibrary = Self("library.deleted", mastg: ["MASTG-KNOW-0030"])
  /// A library runs that was never a file on a disk.
  public static let filelessLibrary = Self("library.fileless", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// Memory can be written and run at the same time.
  public static let writableCode = Self("memory.writable-code", mastg: ["MASTG-KNOW-0032"])
  /// Memory runs that belongs to no file.
  public static let anonymousCode = Self("memory.anonymous-code", mastg: ["MASTG-KNOW-0032"])
  /// A tool that instruments programs is inside.
  public static let instrumentation = Self(
    "instrumentation.agent", mastg: ["MASTG-KNOW-0030", "MASTG-KNOW-0087"])
  /// The C library and the kernel tell different things.
  public static let lyingLibrary = Self("library.lies", mastg: ["MASTG-KNOW-0032", "MASTG-KNOW-0087"])
  /// The process runs as root.
  public static let rootUser = Self("environment.root", kind: .environment, mastg: ["MASTG-KNOW-0027"])
  /// The process holds privileges of root.
  public static let capabilities = Self(
    "environment.capabilities", kind: .environment, mastg: ["MASTG-KNOW-0027"])
  /// The system runs in a virtual machine.
  public static let virtualMachine = Self(
    "environment.virtual-machine", kind: .environment, mastg: ["MASTG-KNOW-0031", "MASTG-KNOW-0088"])
  /// The process runs in a container.
  public static let container = Self("environment.container", kind: .environment)
  /// The screen locks itself.
  public static let screenLock = Self(
    "device.screen-lock", kind: .environment, mastg: ["MASTG-TEST-0246", "MASTG-TEST-0248"])
}
