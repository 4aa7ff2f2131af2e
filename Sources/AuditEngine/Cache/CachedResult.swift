import OmamoriCore
import OmamoriReport

// What the audit keeps of a Swift file, as a cache keeps it.

extension NameUse: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(file)
    writer.write(context.rawValue)
    writer.write(region)
    writer.write(snippet)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(
      file: try reader.text(), context: try reader.choice(), region: try reader.value(),
      snippet: try reader.text())
  }
}

extension APIUse: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    switch subject {
    case .permission(let family): writer.write(["permission", family.rawValue])
    case .requiredReason(let family): writer.write(["reason", family.rawValue])
    case .canOpenScheme(let scheme): writer.write(["scheme", scheme])
    case .universalLinkHandler: writer.write(["universalLinkHandler"])
    case .urlHandler: writer.write(["urlHandler"])
    case .documentsFolder: writer.write(["documentsFolder"])
    case .bundledCertificate(let file): writer.write(["certificate", file])
    case .trackerHost(let host): writer.write(["tracker", host])
    case .keyboardDecision: writer.write(["keyboardDecision"])
    case .plainSecretField: writer.write(["plainSecretField"])
    }
    writer.write(name)
    writer.write(file)
    writer.write(region)
    writer.write(snippet)
    writer.write(context.rawValue)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let subject = try Self.subject(try reader.texts())
    self.init(
      subject: subject, name: try reader.text(), file: try reader.text(), region: try reader.value(),
      snippet: try reader.text(), context: try reader.choice())
  }

  private static func subject(_ texts: [String]) throws(CacheError) -> Subject {
    switch (texts.first, texts.count) {
    case ("permission", 2):
      guard let family = PermissionFamily(rawValue: texts[1]) else { throw .malformed }
      return .permission(family)
    case ("reason", 2):
      guard let family = RequiredReasonFamily(rawValue: texts[1]) else { throw .malformed }
      return .requiredReason(family)
    case ("scheme", 2): return .canOpenScheme(texts[1])
    case ("universalLinkHandler", 1): return .universalLinkHandler
    case ("urlHandler", 1): return .urlHandler
    case ("documentsFolder", 1): return .documentsFolder
    case ("certificate", 2): return .bundledCertificate(texts[1])
    case ("tracker", 2): return .trackerHost(texts[1])
    case ("keyboardDecision", 1): return .keyboardDecision
    case ("plainSecretField", 1): return .plainSecretField
    default: throw .malformed
    }
  }
}

extension SourceSuppression: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(file)
    writer.write(context.rawValue)
    writer.write(region)
    writer.write(snippet)
    writer.write(rules)
    writer.write(lines.lowerBound)
    writer.write(lines.upperBound)
    for text in [reason, author, until] { writer.write(text) { $0.write($1) } }
    writer.write(isOpen)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (file, context) = (try reader.text(), try reader.choice(FileContext.self))
    let (region, snippet) = (try reader.value(SourceRegion.self), try reader.text())
    let rules = try reader.texts()
    let (first, last) = (try reader.number(), try reader.number())
    guard first <= last else { throw .malformed }
    func text(_ reader: inout CacheReader) throws(CacheError) -> String? {
      try reader.optional { (reader) throws(CacheError) in try reader.text() }
    }
    let (reason, author, until) = (try text(&reader), try text(&reader), try text(&reader))
    self.init(
      file: file, context: context, region: region, snippet: snippet, rules: rules, lines: first...last,
      reason: reason, author: author, until: until, isOpen: try reader.flag())
  }
}

extension FileResult: CacheCodable {
  /// Writes what the audit of a Swift file gives; the other properties belong to other kinds of file.
  package func write(to writer: inout CacheWriter) {
    writer.write(findings)
    writer.write(evidence)
    writer.write(hasSecrets)
    writer.write(skipped) { $0.write($1) }
    writer.write(imports)
    writer.write(uses.sorted { $0.key < $1.key }) { writer, uses in
      writer.write(uses.key)
      writer.write(uses.value)
    }
    writer.write(apiUses)
    writer.write(syntaxErrors)
    writer.write(suppressions)
    writer.write(exports)
    writer.write(wants)
    writer.write(flow)
    writer.write(wasScanned)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init()
    (findings, evidence) = (try reader.values(), try reader.values())
    hasSecrets = try reader.flag()
    skipped = try reader.optional { (reader) throws(CacheError) in try reader.value(SkippedFile.self) }
    imports = Set(try reader.texts())
    for (name, places) in try reader.list({ (reader) throws(CacheError) in
      (try reader.text(), try reader.values(of: NameUse.self))
    }) {
      uses[name] = places
    }
    apiUses = try reader.values()
    syntaxErrors = try reader.number()
    suppressions = try reader.values()
    (exports, wants, flow) = (try reader.value(), try reader.value(), try reader.value())
    wasScanned = try reader.flag()
  }
}
