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
  ]

  /// Labels of parameters that take a link, whatever the function is called.
  static let linkLabels: Set = ["handleOpen", "openURLContexts", "openURL"]

  /// Types whose values come from outside, whatever the function that takes them is called.
  static let types: [String: TaintKind] = [
    "UIOpenURLContext": .link, "NSUserActivity": .link, "WKScriptMessage": .webMessage,
    "UNNotificationResponse": .notification, "Archive": .file, "MCSession": .network,
  ]

  /// Closures that are handed something from outside: the name of the call, and which parameter.
  static let closures: [String: (parameter: Int, kind: TaintKind)] = [
    "onOpenURL": (0, .link), "onContinueUserActivity": (0, .link), "dataTask": (0, .network),
    "onPasteCommand": (0, .pasteboard),
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
    "suggestedFilename": .network, "webpageURL": .link, "queryItems": .link,
    "identifierForVendor": .deviceIdentity,
    "advertisingIdentifier": .deviceIdentity,
  ]

  /// What the pasteboard gives.
  static let pasteboardMembers: Set = [
    "string", "strings", "url", "urls", "items", "image", "color", "itemProviders", "value", "data",
  ]

  /// Methods of a session of the network that return a reply.
  static let replies: Set = ["data", "dataTaskPublisher", "bytes", "download"]
}
