package import OmamoriReport
package import SwiftSyntax

/// What the system and its frameworks hand to an app from outside, as data.
enum TaintSources {
  /// A parameter of a function that the system calls: the name of the function and the label of the parameter.
  struct Parameter: Hashable {
    let function: String
    let label: String
  }

  /// Parameters of delegate methods.
  static let parameters: [Parameter: TaintKind] = [
    Parameter(function: "application", label: "open"): .link,
    Parameter(function: "application", label: "handleOpen"): .link,
    Parameter(function: "application", label: "continue"): .link,
    Parameter(function: "scene", label: "openURLContexts"): .link,
    Parameter(function: "scene", label: "continue"): .link,
    Parameter(function: "application", label: "didReceiveRemoteNotification"): .notification,
    Parameter(function: "userNotificationCenter", label: "didReceive"): .notification,
    Parameter(function: "userNotificationCenter", label: "willPresent"): .notification,
    Parameter(function: "userContentController", label: "didReceive"): .webMessage,
    Parameter(function: "webView", label: "runJavaScriptTextInputPanelWithPrompt"): .webMessage,
    Parameter(function: "session", label: "didReceiveMessage"): .network,
    Parameter(function: "session", label: "didReceive"): .network,
    Parameter(function: "peripheral", label: "didUpdateValueFor"): .network,
    Parameter(function: "peripheral", label: "didDiscoverCharacteristicsFor"): .network,
    Parameter(function: "peripheralManager", label: "didReceiveWrite"): .network,
    Parameter(function: "centralManager", label: "didDiscover"): .network,
    Parameter(function: "urlSession", label: "didReceive"): .network,
    Parameter(function: "urlSession", label: "dataTask"): .network,
    Parameter(function: "session", label: "didReceiveUserInfo"): .network,
    Parameter(function: "session", label: "didReceiveApplicationContext"): .network,
    Parameter(function: "session", label: "didReceiveMessageData"): .network,
    Parameter(function: "session", label: "fromPeer"): .network,
    Parameter(function: "session", label: "didStartReceivingResourceWithName"): .network,
    Parameter(function: "session", label: "didFinishReceivingResourceWithName"): .network,
    Parameter(function: "advertiser", label: "withContext"): .network,
    Parameter(function: "metadataOutput", label: "didOutput"): .userInput,
    Parameter(function: "readerSession", label: "didDetectNDEFs"): .network,
    Parameter(function: "didReceive", label: "event"): .network,
    Parameter(function: "webSocket", label: "didReceive"): .network,
    Parameter(function: "application", label: "performActionFor"): .link,
    Parameter(function: "webView", label: "decideDestinationUsing"): .network,
    Parameter(function: "download", label: "decideDestinationUsing"): .network,
    Parameter(function: "download", label: "suggestedFilename"): .network,
    Parameter(function: "parser", label: "foundCharacters"): .file,
    Parameter(function: "parser", label: "attributes"): .file,
    Parameter(function: "didReceive", label: "_"): .notification,
    Parameter(function: "session", label: "withName"): .network,
    Parameter(function: "browser", label: "withDiscoveryInfo"): .network,
    Parameter(function: "load", label: "fromContents"): .file,
    Parameter(function: "read", label: "from"): .file,
    Parameter(function: "readerSession", label: "didDetect"): .network,
    Parameter(function: "pushRegistry", label: "didReceiveIncomingPushWith"): .notification,
    Parameter(function: "webSocketTask", label: "didReceive"): .network,
    Parameter(function: "websocketDidReceiveMessage", label: "text"): .network,
    Parameter(function: "websocketDidReceiveData", label: "data"): .network,
    Parameter(function: "mqtt", label: "didReceiveMessage"): .network,
    Parameter(function: "socket", label: "didRead"): .network,
    Parameter(function: "udpSocket", label: "didReceive"): .network,
    Parameter(function: "channelRead", label: "data"): .network,
    Parameter(function: "match", label: "didReceive"): .network,
    Parameter(function: "searchBar", label: "textDidChange"): .userInput,
    Parameter(function: "textField", label: "replacementString"): .userInput,
    Parameter(function: "textView", label: "replacementText"): .userInput,
    Parameter(function: "parser", label: "foundCDATA"): .file,
    Parameter(function: "parser", label: "didStartElement"): .file,
    Parameter(function: "netServiceBrowser", label: "didFind"): .network,
    Parameter(function: "netService", label: "didUpdateTXTRecord"): .network,
    Parameter(function: "metadataOutput", label: "didOutputMetadataObjects"): .userInput,
  ]

  /// Labels of parameters that take a link, whatever the function is called.
  static let linkLabels: Set = ["handleOpen", "openURLContexts", "openURL"]

  /// Types whose values come from outside, whatever the function that takes them is called.
  static let types: [String: TaintKind] = [
    "UIOpenURLContext": .link, "NSUserActivity": .link, "WKScriptMessage": .webMessage,
    "UNNotificationResponse": .notification, "Archive": .archive, "MCSession": .network,
    "UNNotification": .notification,
    "UNNotificationRequest": .notification, "AVMetadataObject": .userInput, "NFCNDEFMessage": .network,
    "UIOpenURLContextSet": .link, "AFDataResponse": .network, "CBCharacteristic": .network,
    "CBATTRequest": .network,
    "WKScriptMessageReply": .webMessage, "DataResponse": .network, "URLSessionWebSocketTaskMessage": .network,
    "WKURLSchemeTask": .webMessage, "HTTPRequest": .network, "Entry": .archive,
    "NSFileProviderItem": .file, "ReadConfiguration": .file, "CKRecord": .network, "ConnectionOptions": .link,
    "HttpRequest": .network, "MCNearbyServiceBrowser": .network,
  ]

  /// Closures that are handed something from outside: the name of the call, and which parameter.
  static let closures: [String: (parameter: Int, kind: TaintKind)] = [
    "onOpenURL": (0, .link), "onContinueUserActivity": (0, .link), "dataTask": (0, .network),
    "onPasteCommand": (0, .pasteboard), "onDrop": (0, .pasteboard), "downloadTask": (0, .network),
    "uploadTask": (0, .network), "responseDecodable": (0, .network), "responseJSON": (0, .network),
    "responseString": (0, .network), "responseData": (0, .network), "response": (0, .network),
    "receiveMessage": (0, .network), "receive": (0, .network), "loadItem": (0, .pasteboard),
    "loadObject": (0, .pasteboard), "loadDataRepresentation": (1, .pasteboard),
    "loadTransferable": (0, .pasteboard),
    "appendRoute": (0, .network), "addHandler": (0, .network), "dataTaskPublisher": (0, .network),
    "dropDestination": (0, .pasteboard), "fileImporter": (0, .file), "extract": (0, .file),
    "addSnapshotListener": (0, .network), "getDocument": (0, .network), "getDocuments": (0, .network),
    "observeSingleEvent": (0, .network), "onReceiveMessage": (0, .network), "onMessage": (0, .network),
    "sendSynchronousRequest": (0, .network), "detectPatterns": (0, .pasteboard),
    "detectValues": (0, .pasteboard),
  ]

  /// Calls whose result comes from outside.
  static let calls: [String: TaintKind] = [
    "parseMultiPartFormData": .network, "parseUrlencodedForm": .network, "firstFileForControlName": .network,
    "wellKnownTypeTextPayload": .network, "wellKnownTypeURIPayload": .network, "receive": .network,
    "dataTaskPublisher": .network, "serializingString": .network, "serializingDecodable": .network,
    "serializingData": .network, "readLine": .userInput, "loadItem": .pasteboard,
    "archive_entry_pathname": .archive, "archive_entry_pathname_utf8": .archive,
    "archive_entry_symlink": .archive, "archive_entry_hardlink": .archive, "zip_get_name": .archive,
    "zip_entry_name": .archive,
  ]

  /// Methods that read preferences, which other programs write where they are shared.
  static let settings: Set = [
    "string", "object", "data", "array", "stringArray", "dictionary", "url", "value",
    "dictionaryRepresentation",
  ]

  /// Members of certain types that come from outside.
  static let typedMembers: [String: [String: TaintKind]] = [
    "AVMetadataMachineReadableCodeObject": ["stringValue": .userInput],
    "NFCNDEFPayload": ["payload": .network],
    "CBCharacteristic": ["value": .network], "CBPeripheral": ["name": .network],
    "MCPeerID": ["displayName": .network],
    "VNBarcodeObservation": ["payloadStringValue": .userInput], "NSUserActivity": ["userInfo": .link],
    "CNContact": ["note": .file], "WKScriptMessage": ["body": .webMessage], "URLSession": ["data": .network],
    "UIOpenURLContext": ["url": .link], "HTTPURLResponse": ["allHeaderFields": .network],
    "NSItemProvider": ["suggestedName": .pasteboard], "NSFileProviderItem": ["filename": .file],
    "CommandLine": ["arguments": .userInput],
    "ProcessInfo": ["arguments": .userInput, "environment": .userInput],
    "EKEvent": ["title": .network, "notes": .network, "location": .network],
    "NSExtensionItem": ["attributedContentText": .pasteboard, "attributedTitle": .pasteboard],
    "UIScene.ConnectionOptions": ["urlContexts": .link, "userActivities": .link],
    "NFCNDEFMessage": ["records": .network], "NWBrowser.Result": ["endpoint": .network],
    "OZFileInZipInfo": ["name": .archive], "URKFileInfo": ["filename": .archive],
  ]

  /// Members of a control with what the user typed.
  static let controlMembers: Set = ["text", "attributedText", "stringValue"]
  /// Types of such controls.
  static let controlTypes: Set = ["UITextField", "UITextView", "UISearchBar", "NSTextField", "NSSearchField"]
  /// Words of names of such controls.
  static let controlWords: Set = ["field", "fields", "textfield", "bar", "textview", "input", "search"]
  /// Views of SwiftUI that write what the user types into what they are bound to.
  static let boundViews: Set = ["TextField", "SecureField", "TextEditor", "searchable"]

  /// Members that come from outside, whatever they belong to.
  static let members: [String: TaintKind] = [
    "routeParameters": .network, "queryParams": .network, "bodyData": .network, "textPayload": .network,
    "webpageURL": .link, "queryItems": .link, "payloadStringValue": .userInput,
    "identifierForVendor": .deviceIdentity,
    "advertisingIdentifier": .deviceIdentity,
  ]

  /// Types that are archives or their entries, of libraries that are called so.
  static let archives: Set = [
    "Archive", "Entry", "ZipEntry", "TarEntry", "SevenZipEntry", "ZipContainer", "TarContainer",
    "SevenZipContainer", "ZipArchive", "ZipFile", "ZipReader", "Unzipper", "ZipEntryInfo", "TarEntryInfo",
    "OZFileInZipInfo", "URKFileInfo", "UZKFileInfo", "ZZArchiveEntry", "UnzippedFile", "ArchiveEntry",
  ]
  /// Those among them that mean something else in files that import no library of archives.
  static let commonArchives: Set = ["Entry", "Archive"]
  static let archiveModules: Set = [
    "ZIPFoundation", "SWCompression", "Zip", "ZipArchive", "SSZipArchive", "minizip", "Minizip",
    "AppleArchive", "UnrarKit", "UnzipKit", "libarchive", "CLibArchive", "PLzmaSDK", "LzmaSDK_ObjC",
    "Tarscape", "ZipZap", "Objective_Zip", "TarKit", "GzipSwift", "DataCompression",
  ]
  /// Members that are the name of an entry.
  static let entryNames: Set = [
    "path", "name", "fileName", "filename", "pathname", "entryPath", "fullPath", "relativePath",
    "linkDestination", "linkName", "linkname",
  ]
  /// Functions of C that fill a buffer from outside: the place of the buffer.
  static let buffers: [String: (place: Int, kind: TaintKind)] = [
    "fgets": (0, .file), "fread": (0, .file), "read": (1, .file), "recv": (1, .network),
    "recvfrom": (1, .network), "getline": (0, .file), "gets": (0, .userInput), "SSLRead": (1, .network),
    "unzGetCurrentFileInfo": (2, .archive), "unzGetCurrentFileInfo64": (2, .archive),
    "mz_zip_reader_get_filename": (2, .archive), "zip_stat_index": (3, .archive),
  ]

  /// What the pasteboard gives.
  static let pasteboardMembers: Set = [
    "string", "strings", "url", "urls", "items", "image", "color", "itemProviders", "value", "data",
  ]

  /// Methods of a session of the network that return a reply.
  static let replies: Set = ["data", "dataTaskPublisher", "bytes", "download"]
}

/// Where a value comes from that must not reach some places.
package struct TaintKind: OptionSet, Sendable, Hashable, Comparable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The order in which kinds are told.
  package static func < (left: TaintKind, right: TaintKind) -> Bool { left.rawValue < right.rawValue }

  /// What the user typed.
  package static let userInput = TaintKind(rawValue: 1 << 0)
  /// A link that another app or a web page had this app open.
  package static let link = TaintKind(rawValue: 1 << 1)
  /// What lies on the pasteboard.
  package static let pasteboard = TaintKind(rawValue: 1 << 2)
  /// A message of a page in a web view.
  package static let webMessage = TaintKind(rawValue: 1 << 3)
  /// The reply of a server.
  package static let network = TaintKind(rawValue: 1 << 4)
  /// The content of a file, or the names in an archive.
  package static let file = TaintKind(rawValue: 1 << 5)
  /// What a notification carries.
  package static let notification = TaintKind(rawValue: 1 << 6)
  /// The name that an entry of an archive has.
  package static let archive = TaintKind(rawValue: 1 << 12)
  /// A secret by its name: a password, a key, a token.
  package static let secret = TaintKind(rawValue: 1 << 7)
  /// Personal data by its name.
  package static let personal = TaintKind(rawValue: 1 << 8)
  /// What identifies the device.
  package static let deviceIdentity = TaintKind(rawValue: 1 << 9)

  /// An address, or a connection, without encryption.
  package static let plain = TaintKind(rawValue: 1 << 10)

  /// A parameter of a function that is summarised.
  package static let parameter = TaintKind(rawValue: 1 << 15)

  /// Everything that somebody outside of the app chooses.
  package static let outside: TaintKind = [
    .userInput, .link, .pasteboard, .webMessage, .network, .file, .notification, .archive,
  ]
  /// What may not get into other hands, and what says that it does.
  static let disclosed: TaintKind = [.secret, .personal, .plain]
  /// The places that a value of the kind can harm.
  var places: FlowSinkClass { isDisjoint(with: .disclosed) ? .all : .disclosing }
  /// What must stay with the user.
  package static let sensitive: TaintKind = [.secret, .personal, .deviceIdentity]
}

/// A value that comes from somewhere a rule asked for, and the way it took.
package struct TaintedValue: Sendable, Hashable {
  /// Where it comes from.
  package var kind: TaintKind
  /// What it is called where it begins: the name of a parameter, a field, an entry.
  package var name: String
  /// How sure that is: `high` when an API of the system says so, `medium` when a name does.
  package var confidence: Confidence
  /// The way from where it begins to the expression that was asked about, for ``Finding/flow``.
  package var steps: [FindingStep]

  /// The way to `sink`, for ``Finding/flow``; empty when the value begins right there and no way is to be told.
  package func flow(to sink: FindingStep) -> [FindingStep] {
    if steps.allSatisfy({ $0.file == sink.file && $0.region.startLine == sink.region.startLine }) {
      return []
    }
    return steps.last?.region == sink.region ? steps.dropLast() + [sink] : steps + [sink]
  }
}

extension SwiftSource {
  /// Whether `expression` carries a value of one of `kinds`, and how it came there; `nil` when nothing says so.
  ///
  /// Follows names, properties, patterns, closures and calls of this file, and through what other files say about the
  /// functions that are called. What is validated in a condition before is not carried on.
  ///
  /// - Parameters:
  ///   - expression: The argument of a call, or another value that matters.
  ///   - scope: Where it stands.
  ///   - kinds: What is looked for.
  ///   - harmless: Functions and members after which the value does no harm: `lastPathComponent` for a path.
  /// - Returns: The value with the way it took, or `nil`.
  package func taint(
    of expression: ExprSyntax, in scope: ScopeID, _ kinds: TaintKind, harmless: Set<String> = []
  ) -> TaintedValue? {
    flowBudget.begin()
    let analysis = FlowAnalysis(source: self, kinds: kinds, harmless: harmless)
    return analysis.value(
      of: expression, at: FlowPlace(scope: scope, offset: expression.utf8Range.lowerBound))
  }

  /// Whether code in `scope`, or a function that it calls, evaluates the certificate chain of a server.
  package func isEvaluated(trust scope: ScopeID) -> Bool { TrustEvaluation.isEvaluated(in: scope, self) }
}
