/// The places at which sensitive values get into other hands, as data: stores, logs, connections, services.
///
/// A row says which argument of which function counts, and what the file imports or the name before the dot says
/// when the name of the function alone is not enough.
enum FlowDisclosures {
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
    // Preferences: UserDefaults, NSUbiquitousKeyValueStore, MMKV, CFPreferences.
    add(
      .preferences, ["set", "setValue", "setObject", "setString", "setData"], .any(0), with: "forKey",
      receivers: preferenceWords)
    add(.preferences, ["register"], .label("defaults"), receivers: preferenceWords)
    add(
      .preferences, ["setPersistentDomain", "setVolatileDomain"], .any(0), receivers: preferenceWords)
    add(.preferences, ["CFPreferencesSetAppValue", "CFPreferencesSetValue"], .position(1))

    // Files; what they protect is looked at before.
    add(.file, ["write"], .receiver, with: "to")
    add(.file, ["write"], .receiver, with: "toFile")
    add(.file, ["createFile"], .label("contents"))
    add(.file, ["archiveRootObject"], .position(0), with: "toFile")
    add(.file, ["write"], .any(0), receivers: fileWords)
    add(.file, ["save", "append"], .position(0), with: "as", modules: ["Disk"])
    add(.file, ["setObject"], .position(0), with: "forKey", modules: ["Cache"], receivers: cacheWords)
    add(.file, ["setObject"], .any(0), with: "forKey", modules: ["PINCache", "EGOCache"])
    add(.file, ["fputs", "fwrite"], .position(0))

    // SQLite by itself, FMDB, GRDB, SQLite.swift.
    add(
      .rows,
      [
        "sqlite3_bind_text", "sqlite3_bind_text16", "sqlite3_bind_text64", "sqlite3_bind_blob",
        "sqlite3_bind_blob64", "sqlite3_bind_double", "sqlite3_bind_int", "sqlite3_bind_int64",
      ], .position(2))
    add(.rows, ["executeUpdate"], .label("values"))
    add(.rows, ["executeUpdate"], .label("withArgumentsIn"))
    add(.rows, ["executeUpdate"], .label("withParameterDictionary"))
    add(.rows, ["executeUpdate"], .rest(1), modules: ["FMDB"])
    add(.rows, ["execute", "execute_v2"], .label("arguments"), receivers: databaseWords)
    add(.rows, ["setArguments", "setUncheckedArguments"], .any(0), modules: ["GRDB"])
    add(.rows, ["set"], .label("to"), modules: ["GRDB"])
    add(
      .rows, ["run", "bind"], .rest(0), modules: ["SQLite"], receivers: ["statement", "stmt", "insertion"])
    add(.rows, ["run", "scalar"], .rest(1), modules: ["SQLite"], receivers: databaseWords)
    add(.rows, ["insert", "insertOrReplace", "insertOrIgnore"], .any(0), modules: ["WCDBSwift"])
    add(.rows, ["insert", "save", "upsert", "inserted", "saved", "update"], .receiver, modules: ["GRDB"])

    // Realm, Core Data, and stores of documents.
    add(.realm, ["create"], .label("value"), modules: ["RealmSwift", "Realm"])
    add(.realm, ["add"], .position(0), modules: ["RealmSwift", "Realm"], receivers: ["realm"])
    add(.realm, ["setValue"], .position(0), with: "forKey", modules: ["RealmSwift", "Realm"])
    add(.models, ["setValue", "setPrimitiveValue"], .position(0), with: "forKey", modules: ["CoreData"])
    add(.models, ["setValuesForKeys"], .position(0), modules: ["CoreData", "RealmSwift"])
    add(.models, ["NSBatchInsertRequest"], .label("objects"))
    add(.documents, ["setObject", "replace"], .position(0), with: "inCollection")
    add(.documents, ["MutableDocument"], .label("data"))
    add(.documents, ["MutableDocument", "MutableDictionaryObject", "MutableArrayObject"], .label("json"))
    add(
      .documents,
      [
        "setString", "setValue", "setData", "setNumber", "setInt", "setInt64", "setDouble", "setDate",
        "setBlob", "setDictionary", "setArray",
      ],
      .position(0), with: "forKey", modules: ["CouchbaseLiteSwift", "CouchbaseLite"])

    // Analytics and crash services.
    add(.analytics, ["logEvent"], .rest(0))
    add(.analytics, ["setUserProperty", "setUserID", "setUserId", "setUserIdentifier"], .any(0))
    add(
      .analytics,
      [
        "track", "identify", "alias", "screen", "group", "logEvent", "trackEvent", "capture", "log", "record",
        "setUser", "setTag", "setExtra", "setContext", "setAttribute", "setProperty",
        "registerSuperProperties",
        "addMetadata", "leaveBreadcrumb", "addBreadcrumb", "notifyError", "setCustomValue",
        "setCustomKeysAndValues",
        "setCustomKey", "setCustomerUserID", "addGlobalCallbackParameter", "addGlobalPartnerParameter",
        "addSessionCallbackParameter", "setUserData", "set", "sendEvent", "logPageView", "signal", "send",
        "setUserEmail", "setPhone", "setEmail", "increment", "append", "recordEvent", "peopleSet",
        "logCustomEvent", "setCustomAttribute", "updateUser", "pushEvent", "onUserLogin", "profilePush",
      ],
      .rest(0), receivers: serviceWords)

    add(
      .log, ["setCustomValue", "setCustomKeysAndValues", "record", "setValue"], .any(0),
      receivers: ["crashlytics", "firebasecrashlytics"])

    // The pasteboard.
    add(.pasteboard, ["setItems", "addItems"], .any(0), receivers: boardWords)
    add(.pasteboard, ["setValue", "setData"], .any(0), with: "forPasteboardType", receivers: boardWords)
    add(
      .pasteboard, ["setString", "setData", "setPropertyList"], .any(0), with: "forType",
      receivers: boardWords)
    add(.pasteboard, ["setObjects", "writeObjects"], .any(0), receivers: boardWords)

    // Connections: what counts is whether one of the values says that nothing is encrypted.
    add(
      .network,
      [
        "data", "upload", "dataTask", "uploadTask", "downloadTask", "dataTaskPublisher", "download", "bytes",
        "request", "responseJSON",
      ], .all, receivers: sessionWords)
    add(.network, ["send"], .all)
    add(.network, ["write", "writeData", "emit", "publish", "broadcast"], .all, receivers: connectionWords)
    add(.network, ["sendResource"], .all)
    return table
  }()

  /// Functions that end the program, or stop it in a debugger, with a message that goes to the log of crashes.
  static let endings: [String: Int] = [
    "fatalError": 0, "preconditionFailure": 0, "precondition": 1, "assertionFailure": 0, "assert": 1,
  ]

  /// Properties that are sinks, with words of the type or name they belong to.
  static let members: [String: (sinkClass: FlowSinkClass, owners: Set<String>)] = [
    "string": (.pasteboard, boardWords), "strings": (.pasteboard, boardWords),
    "url": (.pasteboard, boardWords), "urls": (.pasteboard, boardWords),
    "items": (.pasteboard, boardWords), "itemProviders": (.pasteboard, boardWords),
    "userProperties": (.analytics, serviceWords), "customerUserID": (.analytics, serviceWords),
  ]

  /// Types of which a library keeps the properties in a database, or whose attribute says so.
  static let models: [(parent: String, store: FlowSinkClass)] = [
    ("Object", .realm), ("EmbeddedObject", .realm), ("RLMObject", .realm), ("RLMEmbeddedObject", .realm),
    ("AsymmetricObject", .realm), ("NSManagedObject", .models), ("@Model", .models),
    ("PersistableRecord", .rows), ("MutablePersistableRecord", .rows), ("TableCodable", .rows),
  ]

  /// Attributes of properties whose values are kept in a store.
  static let wrappers: [String: FlowSinkClass] = [
    "AppStorage": .preferences, "SceneStorage": .preferences, "Default": .preferences,
    "NSManaged": .models, "Persisted": .realm,
  ]

  /// Attributes of properties that are not kept where the rest of their type is.
  static let unkept: Set = ["Transient", "Ignored"]

  /// Names in a file that say that stores of a kind are encrypted.
  static let encryption: [String: FlowSinkClass] = [
    "encryptionKey": .realm, "usePassphrase": .rows, "sqlite3_key": .rows, "sqlite3_key_v2": .rows,
    "setKey": .rows, "EncryptedStore": .models, "setCipherKey": .rows, "cipherKeyBlock": .documents,
    "setEncryptionKey": .documents,
  ]

  /// Objects that are made of what is assigned to their properties.
  static let carriers: Set = [
    "URLRequest", "NSMutableURLRequest", "URLComponents", "NSURLComponents", "User", "Identify", "Breadcrumb",
    "Event", "NSUserActivity", "UNMutableNotificationContent",
  ]

  static let preferenceWords: Set = [
    "defaults", "userdefaults", "nsuserdefaults", "nsubiquitouskeyvaluestore", "mmkv", "preferences", "prefs",
    "ubiquitous",
  ]
  static let fileWords: Set = ["filehandle", "outputstream", "handle", "file", "output", "nsfilehandle"]
  static let cacheWords: Set = ["storage", "diskstorage", "cache", "hybridstorage"]
  static let databaseWords: Set = ["db", "database", "connection", "conn", "sqlite", "pool"]
  static let boardWords: Set = ["pasteboard", "uipasteboard", "nspasteboard", "clipboard"]
  static let sessionWords: Set = [
    "session", "urlsession", "af", "alamofire", "manager", "afhttpsessionmanager", "nsurlsession",
  ]
  static let connectionWords: Set = [
    "socket", "websocket", "connection", "nwconnection", "stream", "streamtask", "client", "mqtt",
    "cocoamqtt", "outputstream", "gcdasyncsocket", "gcdasyncudpsocket", "channel", "websocketclient",
    "urlsessionstreamtask", "task",
  ]
  static let serviceWords: Set = [
    "analytics", "mixpanel", "amplitude", "sentry", "sentrysdk", "flurry", "appcenter",
    "msanalytics", "posthog", "posthogsdk", "bugsnag", "appevents", "appsflyer", "appsflyerlib", "adjust",
    "datadog", "braze", "appboy", "heap", "intercom", "firebaseanalytics", "newrelic", "instabug", "rollbar",
    "telemetrydeck", "countly", "matomo", "clevertap", "onesignal", "segment", "firanalytics", "scope",
    "rudderstack", "telemetry", "kochava", "singular", "leanplum", "localytics",
  ]
}
