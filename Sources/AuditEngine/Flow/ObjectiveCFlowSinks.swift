/// The sinks of Objective-C, as data: by the first part of a selector.
enum ObjectiveCFlowSinks {
  /// A place that values must not reach.
  struct Sink: Sendable {
    enum Part: Sendable, Hashable {
      /// The argument at this place.
      case position(Int)
      /// The argument behind this part of the selector.
      case label(String)
    }

    /// What else has to be true of the message.
    enum Condition: Sendable, Hashable {
      case none
      /// The type at the beginning of the receiver, or a word of its name.
      case receiver(Set<String>)
      /// The selector has this part, too.
      case with(String)
      /// An argument of the message mentions one of these texts.
      case mentions(Set<String>)
      /// The type of the content is HTML, as far as it is known.
      case webPage
    }

    let sinkClass: FlowSinkClass
    let part: Part
    var condition = Condition.none
  }

  /// Messages by the first part of their selector.
  static let messages: [String: [Sink]] = {
    var table: [String: [Sink]] = [:]
    func add(
      _ sinkClass: FlowSinkClass, _ names: [String], _ parts: [Sink.Part] = [.position(0)],
      _ condition: Sink.Condition = .none
    ) {
      for name in names {
        for part in parts {
          table[name, default: []].append(Sink(sinkClass: sinkClass, part: part, condition: condition))
        }
      }
    }
    add(
      .sql,
      [
        "executeQuery", "executeUpdate", "executeStatements", "intForQuery", "stringForQuery", "longForQuery",
        "boolForQuery", "doubleForQuery", "dataForQuery", "dateForQuery", "queryWithFormat",
        "queryWithString", "executeSQL", "executeSql", "execSQL", "rawQuery", "prepareSQL",
      ])
    add(
      .predicate,
      [
        "predicateWithFormat", "expressionWithFormat", "objectsWhere", "predicateFromMetadataQueryString",
        "objectsInRealm",
      ])
    add(.predicate, ["objectsInRealm"], [.label("where")])
    add(.html, ["loadHTMLString", "initWithHTML"])
    add(.html, ["loadSimulatedRequest"], [.label("responseHTMLString"), .label("withResponseHTML")])
    add(.html, ["loadData", "responseWithHTML"], [.position(0)], .webPage)
    add(
      .html, ["initWithData"], [.position(0)],
      .mentions(["NSHTMLTextDocumentType", "text/html", "NSHTMLTextDocument"]))
    add(
      .script,
      [
        "evaluateJavaScript", "stringByEvaluatingJavaScriptFromString", "evaluateScript", "evaluateWebScript",
        "callAsyncJavaScript",
      ])
    add(.script, ["initWithSource"], [.position(0)], .with("injectionTime"))
    add(
      .process,
      ["setLaunchPath", "launchedTaskWithLaunchPath", "setExecutableURL", "launchedTaskWithExecutableURL"])
    add(.process, ["initWithSource", "initWithContentsOfURL"], [.position(0)], .receiver(["nsapplescript"]))
    add(
      .process, ["initWithURL"], [.position(0)],
      .receiver(["nsuserunixtask", "nsuserscripttask", "nsuserapplescripttask", "nsuserautomatortask"]))
    add(
      .format,
      [
        "stringWithFormat", "initWithFormat", "localizedStringWithFormat", "appendFormat",
        "stringByAppendingFormat", "deferredLocalizedIntentsStringWithFormat",
      ])
    add(.format, ["raise"], [.label("format")])
    add(.format, ["alertWithMessageText"], [.label("informativeTextWithFormat")])
    add(.regex, ["regularExpressionWithPattern", "initWithPattern"])
    let regular: Sink.Condition = .mentions(["NSRegularExpressionSearch"])
    add(
      .regex,
      ["rangeOfString", "stringByReplacingOccurrencesOfString", "replaceOccurrencesOfString"], [.position(0)],
      regular)
    add(
      .link, ["openURL", "openURLs"], [.position(0)],
      .receiver([
        "uiapplication", "nsworkspace", "application", "app", "workspace", "context", "nsextensioncontext",
      ]))
    add(.link, ["loadRequest"])
    for (name, parts) in fileMessages { add(.path, [name], parts) }
    return table
  }()

  /// Messages that touch the file system, with the arguments that are paths.
  private static let fileMessages: [String: [Sink.Part]] = {
    var table: [String: [Sink.Part]] = [:]
    func add(_ names: [String], _ parts: Sink.Part...) {
      for name in names { table[name, default: []] += parts }
    }
    add(
      [
        "writeToFile", "writeToURL", "createFileAtPath", "createDirectoryAtPath", "createDirectoryAtURL",
        "removeItemAtPath", "removeItemAtURL", "contentsAtPath", "contentsOfDirectoryAtPath",
        "contentsOfDirectoryAtURL", "attributesOfItemAtPath", "trashItemAtURL", "subpathsAtPath",
        "subpathsOfDirectoryAtPath", "enumeratorAtPath", "enumeratorAtURL", "destinationOfSymbolicLinkAtPath",
      ], .position(0))
    add(
      [
        "moveItemAtPath", "moveItemAtURL", "copyItemAtPath", "copyItemAtURL", "linkItemAtPath",
        "linkItemAtURL", "replaceItemAtURL", "createSymbolicLinkAtPath", "createSymbolicLinkAtURL",
      ], .position(0), .position(1))
    add(["setAttributes"], .label("ofItemAtPath"))
    add(
      [
        "dataWithContentsOfFile", "dataWithContentsOfURL", "initWithContentsOfFile", "initWithContentsOfURL",
        "stringWithContentsOfFile", "stringWithContentsOfURL", "arrayWithContentsOfFile",
        "arrayWithContentsOfURL", "dictionaryWithContentsOfFile", "dictionaryWithContentsOfURL",
        "imageWithContentsOfFile", "dataWithContentsOfMappedFile",
      ], .position(0))
    add(
      [
        "fileHandleForReadingAtPath", "fileHandleForWritingAtPath", "fileHandleForUpdatingAtPath",
        "fileHandleForReadingFromURL", "fileHandleForWritingToURL", "fileHandleForUpdatingURL",
        "inputStreamWithFileAtPath", "initWithFileAtPath", "outputStreamToFileAtPath", "initToFileAtPath",
        "inputStreamWithURL", "outputStreamWithURL", "bundleWithPath", "bundleWithURL", "databaseWithPath",
        "databaseQueueWithPath", "unarchiveObjectWithFile", "responseWithFile", "initWithFile",
      ], .position(0))
    add(["archiveRootObject"], .label("toFile"))
    add(["unzipFileAtPath", "unarchiveFileAtPath"], .label("toDestination"))
    add(["createZipFileAtPath"], .position(0))
    return table
  }()

  /// Properties that are sinks when something is assigned to them.
  static let members: [String: FlowSinkClass] = ["launchPath": .process, "executableURL": .process]

  /// Whether a message joins a name to a folder; `name` is the first part of its selector.
  static func joins(_ selector: String, _ name: String) -> Bool {
    joining.contains(name) || name.hasSuffix("ileURLWithPath") && selector.contains(":relativeToURL:")
  }

  private static let joining: Set = [
    "stringByAppendingPathComponent", "URLByAppendingPathComponent", "URLByAppendingPathExtension",
    "stringByAppendingPathExtension", "pathWithComponents", "fileURLWithPathComponents",
    "stringsByAppendingPaths", "stringByAppendingString", "stringByAppendingFormat", "stringWithFormat",
    "localizedStringWithFormat", "initWithFormat",
  ]
}
