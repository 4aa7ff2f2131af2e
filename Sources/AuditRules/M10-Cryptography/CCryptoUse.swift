import AuditEngine
import OmamoriCore
import OmamoriReport

/// One use of a cryptographic library in Objective-C or C: a call of ``CryptoCall/all`` whose arguments are known by their
/// places, or a message of ``CryptoMessage/all``.
struct CCryptoUse {
  /// What kind of call it is.
  let kind: CryptoCall.Kind
  /// What is called, or the beginning of the selector.
  let name: String
  /// The tokens of the arguments, by what they are for.
  let arguments: [CryptoRole: Range<Int>]
  /// The index of the function around it.
  let function: Int?
  /// The tokens of it.
  let tokens: Range<Int>

  /// Those in `source`, in order.
  static func all(in source: ObjectiveCSource) -> [CCryptoUse] {
    var uses: [CCryptoUse] = []
    for name in CryptoCall.byName.keys.sorted() where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        if let use = CCryptoUse(call) { uses.append(use) }
      }
    }
    for selector in CryptoMessage.bySelector.keys.sorted() {
      for message in source.messages(selector).prefix(ObjectiveCSource.closeLooks) {
        for entry in CryptoMessage.bySelector[selector] ?? [] where means(message, entry, source) {
          let arguments = entry.roles.compactMapValues { index in
            index < message.arguments.count ? message.arguments[index] : nil
          }
          uses.append(
            CCryptoUse(
              kind: entry.kind, name: String(selector.prefix { $0 != ":" }), arguments: arguments,
              function: message.function, tokens: message.tokens))
        }
      }
    }
    for property in CryptoProperty.all where property.role == .key && source.names.contains(property.name) {
      for assignment in source.assignments(to: property.name) where assignment.path.count > 1 {
        guard
          source.imports.contains(where: { taken in property.modules.contains { taken.name.hasPrefix($0) } })
        else {
          continue
        }
        uses.append(
          CCryptoUse(
            kind: .cipher, name: property.name, arguments: [property.role: assignment.value],
            function: assignment.function, tokens: assignment.target.lowerBound..<assignment.value.upperBound)
        )
      }
    }
    return uses.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
  }

  private init(
    kind: CryptoCall.Kind, name: String, arguments: [CryptoRole: Range<Int>], function: Int?,
    tokens: Range<Int>
  ) {
    (self.kind, self.name, self.arguments) = (kind, name, arguments)
    (self.function, self.tokens) = (function, tokens)
  }

  private init?(_ call: CCall) {
    for entry in CryptoCall.byName[call.name] ?? []
    where entry.fewest > 0 && call.arguments.count >= entry.fewest {
      guard entry.modules.isEmpty, entry.receivers.isEmpty else { continue }
      var arguments: [CryptoRole: Range<Int>] = [:]
      for (role, place) in entry.roles {
        if case .at(let index) = place, index < call.arguments.count {
          arguments[role] = call.arguments[index]
        }
      }
      guard !arguments.isEmpty else { continue }
      self.init(
        kind: entry.kind, name: call.name, arguments: arguments, function: call.function, tokens: call.tokens)
      return
    }
    return nil
  }

  /// `setKey:` may be a message to anything; a database says so.
  private static func means(_ message: MessageSend, _ entry: CryptoMessage, _ source: ObjectiveCSource)
    -> Bool
  {
    switch message.selector {
    case "setKey:", "rekey:", "setKeyWithData:":
      source.imports.contains { $0.name.lowercased().contains("fmd") }
    case "setEncryptionKey:": source.imports.contains { $0.name.hasPrefix("Realm") }
    default: true
    }
  }

  /// The constant that the argument for `role` may be.
  func constant(_ role: CryptoRole, in source: ObjectiveCSource) -> CConstant? {
    arguments[role].flatMap { source.constant($0, in: function) }
  }

  /// Where the argument for `role` is reported: from the beginning of a call of several lines on, otherwise the argument.
  func place(_ role: CryptoRole, in source: ObjectiveCSource) -> Range<Int> {
    let range = source.bytes(of: tokens)
    guard let argument = arguments[role].map(source.bytes) else { return range }
    let lines = source.text.lines
    let isFarther = lines.region(of: argument).startLine > lines.region(of: range).startLine
    return isFarther ? range.lowerBound..<argument.upperBound : argument
  }

  /// The names in the argument for `role`, through constants of the file.
  func symbols(_ role: CryptoRole, in source: ObjectiveCSource) -> Set<String> {
    guard let argument = arguments[role] else { return [] }
    var names = Set(argument.filter { source.tokens[$0].kind == .identifier }.map { source.tokens[$0].text })
    if let constant = source.constant(argument, in: function), case .symbol(let name) = constant.content {
      names.insert(name)
    }
    return names
  }

  /// Whether the mode is ECB, which takes no vector.
  func usesECB(_ source: ObjectiveCSource) -> Bool {
    !ECBMode.modes.isDisjoint(with: symbols(.mode, in: source))
  }

  /// Whether a block cipher of CommonCrypto encrypts in CBC without an initialisation vector.
  func isChainedWithoutVector(_ source: ObjectiveCSource) -> Bool {
    guard ["CCCrypt", "CCCryptorCreate"].contains(name), let vector = arguments[.vector],
      let only = source.bare(vector).first, source.bare(vector).count == 1,
      ["NULL", "nil", "nullptr"].contains(source.tokens[only].text), !usesECB(source),
      symbols(.mode, in: source).contains("kCCOptionPKCS7Padding"),
      let call = source.calls.first(where: { $0.tokens == tokens }), let operation = call.arguments.first
    else { return false }
    return source.tokens[operation].contains { $0.isName("kCCEncrypt") }
      && !symbols(.algorithm, in: source).contains("kCCAlgorithmRC4")
  }
}

extension CConstant {
  /// The constant with the place where it stands, unless it stands in `argument` itself.
  func known(_ source: ObjectiveCSource, besides argument: Range<Int>) -> KnownConstant {
    var known = KnownConstant(value: text.map { .string($0) } ?? (isEmpty ? .bytes([]) : .computed))
    if !tokens.isEmpty, !argument.overlaps(tokens) {
      known.steps = [
        FindingStep(
          file: source.text.path, region: source.text.lines.region(of: source.bytes(of: tokens)),
          message: LocalizedText("The constant stands here.", ja: "定数はここにあります。"))
      ]
    }
    return known
  }
}
