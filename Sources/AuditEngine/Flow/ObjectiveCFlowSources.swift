/// Where values come into an app in Objective-C, as data.
enum ObjectiveCFlowSources {
  /// A parameter of a method that the system calls.
  struct Parameter: Sendable {
    let place: Int
    let kind: TaintKind
  }

  /// Parameters of methods of delegates, by the selector without what varies behind it.
  static let parameters: [String: [Parameter]] = {
    var table: [String: [Parameter]] = [:]
    func add(_ kind: TaintKind, _ selectors: [String], _ places: Int...) {
      for selector in selectors {
        table[selector, default: []] += places.map { Parameter(place: $0, kind: kind) }
      }
    }
    add(
      .link,
      [
        "application:openURL:options:", "application:openURL:sourceApplication:annotation:",
        "application:handleOpenURL:", "application:continueUserActivity:restorationHandler:",
        "scene:openURLContexts:", "scene:continueUserActivity:", "application:openURLs:",
        "application:performActionForShortcutItem:completionHandler:",
        "application:didFinishLaunchingWithOptions:", "application:willFinishLaunchingWithOptions:",
      ], 1)
    add(.link, ["scene:willConnectToSession:options:"], 2)
    add(.link, ["handleOpenURL:"], 0)
    add(
      .webMessage,
      [
        "userContentController:didReceiveScriptMessage:",
        "userContentController:didReceiveScriptMessage:replyHandler:",
        "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:",
        "webView:decidePolicyForNavigationAction:decisionHandler:",
        "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
        "webView:shouldStartLoadWithRequest:navigationType:", "webView:startURLSchemeTask:",
      ], 1)
    add(
      .notification,
      [
        "application:didReceiveRemoteNotification:",
        "application:didReceiveRemoteNotification:fetchCompletionHandler:",
        "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:",
        "userNotificationCenter:willPresentNotification:withCompletionHandler:",
      ], 1)
    add(
      .notification,
      [
        "didReceiveNotificationRequest:withContentHandler:",
        "didReceiveNotificationResponse:completionHandler:",
      ], 0)
    add(.notification, ["application:handleActionWithIdentifier:forRemoteNotification:completionHandler:"], 2)
    add(.notification, ["pushRegistry:didReceiveIncomingPushWithPayload:forType:"], 1)
    add(.notification, ["pushRegistry:didReceiveIncomingPushWithPayload:forType:withCompletionHandler:"], 1)
    add(
      .network,
      [
        "URLSession:dataTask:didReceiveData:", "URLSession:dataTask:didReceiveResponse:completionHandler:",
        "URLSession:webSocketTask:didReceiveMessage:", "session:didReceiveStream:withName:fromPeer:",
      ], 2)
    add(
      .network,
      [
        "connection:didReceiveData:", "connection:didReceiveResponse:", "session:didReceiveMessage:",
        "session:didReceiveMessage:replyHandler:", "session:didReceiveUserInfo:",
        "session:didReceiveApplicationContext:", "session:didReceiveMessageData:",
        "session:didReceiveMessageData:replyHandler:", "session:didReceiveFile:",
        "peripheral:didUpdateValueForCharacteristic:error:", "peripheralManager:didReceiveWriteRequests:",
        "socket:didReadData:withTag:", "webSocket:didReceiveMessage:",
        "webSocket:didReceiveMessageWithString:",
        "webSocket:didReceiveMessageWithData:", "udpSocket:didReceiveData:fromAddress:withFilterContext:",
        "netServiceBrowser:didFindService:moreComing:", "netService:didUpdateTXTRecordData:",
        "readerSession:didDetectNDEFs:", "readerSession:didDetectTags:", "netServiceDidResolveAddress:",
      ], 1)
    add(.network, ["netServiceDidResolveAddress:"], 0)
    add(.network, ["centralManager:didDiscoverPeripheral:advertisementData:RSSI:"], 1, 2)
    add(.network, ["session:didReceiveData:fromPeer:"], 1, 2)
    add(
      .network,
      [
        "session:didStartReceivingResourceWithName:fromPeer:withProgress:",
        "session:didFinishReceivingResourceWithName:fromPeer:atURL:withError:",
        "advertiser:didReceiveInvitationFromPeer:withContext:invitationHandler:",
        "browser:foundPeer:withDiscoveryInfo:",
      ], 1, 2)
    add(.network, ["download:decideDestinationUsingResponse:suggestedFilename:completionHandler:"], 1, 2)
    add(.file, ["parser:foundCharacters:", "parser:foundCDATA:"], 1)
    add(.file, ["parser:didStartElement:namespaceURI:qualifiedName:attributes:"], 1, 4)
    add(
      .userInput, ["captureOutput:didOutputMetadataObjects:fromConnection:", "searchBar:textDidChange:"], 1)
    add(.userInput, ["textField:shouldChangeCharactersInRange:replacementString:"], 2)
    add(.userInput, ["textView:shouldChangeTextInRange:replacementText:"], 2)
    return table
  }()

  /// Parts of selectors before an argument that is a link, whatever the method is called.
  static let linkParts: Set = ["openURL", "handleOpenURL", "openURLContexts"]

  /// Types whose values come from outside, whatever the method is called.
  static func kind(ofType type: String) -> TaintKind? {
    if type.hasPrefix("GCDWebServer"), type.hasSuffix("Request") { return .network }
    return ofSwift.contains(type) ? nil : TaintSources.types[type] ?? types[type]
  }

  /// Names of types of packages for Swift that a class of Objective-C may have, too.
  private static let ofSwift: Set = ["Entry", "Archive", "HTTPRequest", "DataResponse"]

  private static let types: [String: TaintKind] = [
    "NSAppleEventDescriptor": .link, "HTTPMessage": .network, "UIOpenURLContext": .link,
    "WCSessionFile": .network, "PKPushPayload": .notification,
  ]

  /// Parameters of blocks, by the first part of the selector or the name of the function.
  static func blockParameter(_ place: Int, _ type: String, of name: String) -> TaintKind? {
    for prefix in ["dataTaskWith", "uploadTaskWith", "downloadTaskWith"] where name.hasPrefix(prefix) {
      // AFNetworking passes what it made of the reply: `^(NSURLResponse *reply, id object, NSError *error)`.
      return place == 0 || place == 1 && (prefix == "downloadTaskWith" || type == "id") ? .network : nil
    }
    guard let known = blocks[name] else { return nil }
    return known.place == place ? known.kind : nil
  }

  private static let blocks: [String: (place: Int, kind: TaintKind)] = [
    "sendAsynchronousRequest": (1, .network), "GET": (1, .network), "POST": (1, .network),
    "PUT": (1, .network), "PATCH": (1, .network), "DELETE": (1, .network),
    "loadItemForTypeIdentifier": (0, .pasteboard), "loadObjectOfClass": (0, .pasteboard),
    "loadDataRepresentationForTypeIdentifier": (0, .pasteboard),
    "receiveMessageWithCompletionHandler": (0, .network), "readDataOfMinLength": (0, .network),
    "addHandlerForMethod": (0, .network), "addDefaultHandlerForMethod": (0, .network),
    "nw_connection_receive": (0, .network), "nw_connection_receive_message": (0, .network),
    "detectPatternsForPatterns": (0, .pasteboard), "detectValuesForPatterns": (0, .pasteboard),
    "sendMessage": (0, .network), "fetchDataWithCompletionHandler": (0, .network),
  ]

  /// Messages whose result comes from outside, by the first part of the selector.
  static let results: [String: TaintKind] = [
    "sendSynchronousRequest": .network, "allHeaderFields": .network, "availableData": .file,
    "readDataToEndOfFile": .file, "readDataOfLength": .file, "firstArgumentForControlName": .network,
    "firstFileForControlName": .network, "wellKnownTypeTextPayload": .network,
    "wellKnownTypeURIPayload": .network, "TXTRecordData": .network,
    "archive_entry_pathname": .archive, "archive_entry_pathname_utf8": .archive,
    "archive_entry_symlink": .archive, "archive_entry_hardlink": .archive, "zip_get_name": .archive,
  ]

  /// Messages that read what the pasteboard holds.
  static let pasteboard: Set = [
    "string", "strings", "URL", "URLs", "items", "itemProviders", "dataForPasteboardType",
    "valueForPasteboardType", "stringForType", "dataForType", "propertyListForType", "readObjectsForClasses",
    "valuesForPasteboardType", "pasteboardItems",
  ]

  /// Properties of certain types that come from outside.
  static let typedMembers: [String: [String: TaintKind]] = [
    "NSNetService": ["name": .network, "hostName": .network],
    "NSURLResponse": ["suggestedFilename": .network],
    "WKNavigationResponse": ["response": .network], "NSMetadataItem": ["displayName": .file],
    "UIDragItem": ["localObject": .pasteboard],
    "OZFileInZipInfo": ["name": .archive], "URKFileInfo": ["filename": .archive],
    "UZKFileInfo": ["filename": .archive], "ZZArchiveEntry": ["fileName": .archive],
    "NSURLSessionWebSocketMessage": ["string": .network, "data": .network],
  ]
}
