import SwiftSyntax

/// A place that values must not reach: a call and the argument of it that counts.
struct FlowSink: Sendable {
  enum Part: Sendable, Hashable {
    /// The argument with this label.
    case label(String)
    /// The argument at this place, which has no label.
    case position(Int)
    /// The argument at this place, whatever its label.
    case any(Int)
    /// All arguments from this place on.
    case rest(Int)
    /// What the function is called on.
    case receiver
    /// What the function is called on, and all arguments.
    case all
  }

  let sinkClass: FlowSinkClass
  let part: Part
  /// A label that another argument has to have.
  var with: String?
  /// Modules of which the file has to import one, or words of which the name before the dot has to have one.
  var modules: Set<String> = []
  var receivers: Set<String> = []
}

/// The sinks of Swift, as data.
enum FlowSinks {
  /// Sinks by the name of the function, method or type that is called.
  static let calls: [String: [FlowSink]] = {
    var table: [String: [FlowSink]] = [:]
    @inline(never) func add(
      _ sinkClass: FlowSinkClass, _ names: [String], _ part: FlowSink.Part, with: String? = nil,
      modules: Set<String> = [], receivers: Set<String> = []
    ) {
      for name in names {
        table[name, default: []].append(
          FlowSink(sinkClass: sinkClass, part: part, with: with, modules: modules, receivers: receivers))
      }
    }
    for (name, sinks) in CFlowSinks.functions where !CFlowSinks.notOfSwift.contains(name) {
      for sink in sinks { add(sink.sinkClass, [name], .position(sink.place)) }
    }
    add(
      .sql, ["executeQuery", "executeUpdate", "executeStatements", "intForQuery", "stringForQuery"],
      .position(0))
    add(
      .sql,
      ["execute", "run", "prepare", "scalar", "prepareRowIterator", "exec", "rawQuery", "raw", "query"],
      .position(0), modules: databases, receivers: databaseWords)
    add(.sql, ["createQuery", "queryWithFormat"], .any(0))
    add(.sql, ["YapDatabaseQuery"], .label("string"))
    add(.sql, ["Expression", "SQLExpression"], .label("literal"))
    add(.predicate, ["NSPredicate", "NSExpression"], .label("format"))
    add(.predicate, ["NSPredicate"], .label("fromMetadataQueryString"))
    add(.predicate, ["filter", "objects", "where"], .position(0), modules: ["RealmSwift"])
    add(.predicate, ["index"], .label("matching"), modules: ["RealmSwift"])
    add(.html, ["loadHTMLString"], .any(0))
    add(.html, ["load"], .any(0), with: "mimeType")
    add(.html, ["loadSimulatedRequest"], .label("responseHTML"))
    add(.html, ["loadSimulatedRequest"], .label("withResponseHTML"))
    add(.html, ["NSAttributedString", "NSMutableAttributedString"], .label("data"), with: "options")
    add(.html, ["NSAttributedString", "NSMutableAttributedString"], .label("html"))
    add(.script, ["evaluateJavaScript", "evaluateScript", "callAsyncJavaScript"], .any(0))
    add(.script, ["WKUserScript"], .label("source"))
    add(.script, ["stringByEvaluatingJavaScript"], .label("from"))
    add(.process, ["NSAppleScript"], .label("source"))
    add(.process, ["NSAppleScript"], .label("contentsOf"))
    add(
      .process, ["NSUserUnixTask", "NSUserScriptTask", "NSUserAppleScriptTask", "NSUserAutomatorTask"],
      .label("url"))
    add(.process, ["run"], .any(0), with: "arguments", receivers: ["process", "nstask"])
    add(.process, ["launchedProcess"], .any(0))
    add(.format, ["String", "NSString", "NSMutableString", "raise"], .label("format"))
    add(.format, ["localizedStringWithFormat", "appendFormat", "appendingFormat"], .any(0))
    add(.regex, ["NSRegularExpression"], .label("pattern"))
    add(.regex, ["Regex"], .position(0))
    add(.regex, ["range"], .label("of"), with: "options")
    add(.regex, ["replacingOccurrences"], .label("of"), with: "options")
    add(.link, ["open"], .position(0), receivers: ["application", "app", "shared", "workspace"])
    add(.link, ["openURL"], .any(0))
    add(.link, ["SFSafariViewController"], .label("url"))
    add(.link, ["load"], .position(0), receivers: ["web", "webview", "wkwebview", "browser"])
    add(
      .inflation, ["decompressed", "gunzipped", "gunzip", "inflate", "unzip"], .receiver, modules: inflaters)
    add(.inflation, ["unarchive"], .label("archive"), modules: inflaters)
    add(.inflation, ["open"], .label("container"), modules: inflaters, receivers: ["zip", "seven"])
    add(.inflation, ["decompress"], .label("data"), modules: inflaters)
    add(.inflation, ["extract"], .receiver, modules: ["ZIPFoundation"])
    for (name, parts) in fileCalls { for part in parts { add(.path, [name], part) } }
    return table
  }()

  /// Sinks by the label of the argument, whatever is called.
  static let labels: [String: FlowSinkClass] = ["sql": .sql]

  /// Properties that are sinks, with words of the type or name they belong to.
  static let members: [String: (sinkClass: FlowSinkClass, owners: Set<String>)] = [
    "executableURL": (.process, []), "launchPath": (.process, []), "fileURL": (.path, []),
  ]

  /// Interpolations that are sinks by their label: `\(sql: text)` of GRDB, `\(raw: text)` of SQLite wrappers.
  static let interpolations: [String: FlowSinkClass] = ["sql": .sql]

  /// Calls that touch the file system, with the arguments that are paths.
  static let fileCalls: [String: [FlowSink.Part]] = {
    var table: [String: [FlowSink.Part]] = [:]
    @inline(never) func add(_ names: [String], _ parts: FlowSink.Part...) {
      for name in names { table[name, default: []] += parts }
    }
    add(
      [
        "createFile", "createDirectory", "removeItem", "contents", "contentsOfDirectory", "attributesOfItem",
        "setAttributes", "createSymbolicLink", "destinationOfSymbolicLink", "contentsEqual",
        "subpathsOfDirectory",
        "enumerator", "trashItem",
      ], .label("atPath"), .label("at"), .label("ofItemAtPath"))
    add(["moveItem", "copyItem", "linkItem"], .label("at"), .label("to"), .label("atPath"), .label("toPath"))
    add(["replaceItemAt", "replaceItem"], .any(0), .label("withItemAt"))
    add(["createSymbolicLink"], .label("withDestinationPath"), .label("withDestinationURL"))
    add(["write"], .label("to"), .label("toFile"))
    add(["writeToFile", "writeToURL"], .any(0))
    add(
      [
        "Data", "String", "NSData", "NSString", "NSDictionary", "NSArray", "NSMutableData", "UIImage",
        "NSImage",
        "MLModel", "AVAudioFile", "NSMutableDictionary",
      ], .label("contentsOf"), .label("contentsOfFile"))
    add(
      ["FileHandle"], .label("forWritingAtPath"), .label("forReadingAtPath"), .label("forUpdatingAtPath"),
      .label("forWritingTo"), .label("forReadingFrom"), .label("forUpdating"))
    add(["InputStream"], .label("fileAtPath"), .label("url"))
    add(["OutputStream"], .label("toFileAtPath"), .label("url"))
    add(["Bundle"], .label("path"), .label("url"))
    add(["Connection"], .position(0))
    add(["DatabaseQueue", "DatabasePool", "FMDatabase", "FMDatabaseQueue"], .label("path"))
    add(["NSPersistentStoreDescription"], .label("url"))
    add(["Configuration"], .label("fileURL"))
    add(["extract", "unzipItem", "unzipFile"], .label("to"), .label("destination"))
    return table
  }()

  /// Calls that join a name to a folder, with the argument that is the name.
  static let joins: [String: [FlowSink.Part]] = [
    "appendingPathComponent": [.position(0)], "appending": [.label("path"), .label("component")],
    "stringByAppendingPathComponent": [.any(0)], "appendPathComponent": [.position(0)],
    "URL": [.label("fileURLWithPath")],
  ]

  static let inflaters: Set<String> = [
    "SWCompression", "Gzip", "GzipSwift", "DataCompression", "Compression",
  ]
  static let databases: Set<String> = [
    "SQLite", "SQLite3", "FMDB", "GRDB", "SQLCipher", "SQLiteDB", "CSQLite", "PostgresKit", "SQLKit",
    "MySQLNIO",
  ]
  static let databaseWords: Set<String> = ["db", "database", "connection", "conn", "sqlite", "pool"]
}
