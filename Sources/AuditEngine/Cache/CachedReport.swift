import OmamoriCore
import OmamoriReport

// What reports are made of, as a cache keeps it.

extension SourceRegion: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(startLine)
    writer.write(startColumn)
    writer.write(endLine)
    writer.write(endColumn)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(
      startLine: try reader.number(), startColumn: try reader.number(), endLine: try reader.number(),
      endColumn: try reader.number())
  }
}

extension FindingStep: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(file)
    writer.write(region)
    writer.write(message)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(file: try reader.text(), region: try reader.value(), message: try reader.localized())
  }
}

extension SourceExcerpt: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(firstLine)
    writer.write(lines)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(firstLine: try reader.number(), lines: try reader.texts())
  }
}

extension Finding: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(rule.rawValue)
    writer.write(severity.rawValue)
    writer.write(confidence.rawValue)
    writer.write(file)
    writer.write(region)
    writer.write(message)
    writer.write(snippet)
    writer.write(context.rawValue)
    writer.write(flow)
    writer.write(related)
    writer.write(excerpt) { $0.write($1) }
    // Only secrets that the configuration allows are marked already.
    writer.write(suppression?.reason) { $0.write($1) }
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let rule = RuleID(rawValue: try reader.text())
    let (severity, confidence) = (try reader.choice(Severity.self), try reader.choice(Confidence.self))
    let (file, region) = (try reader.text(), try reader.value(SourceRegion.self))
    let (message, snippet) = (try reader.localized(), try reader.text())
    let context = try reader.choice(FileContext.self)
    let (flow, related) = (try reader.values(of: FindingStep.self), try reader.values(of: FindingStep.self))
    let excerpt = try reader.optional { (reader) throws(CacheError) in try reader.value(SourceExcerpt.self) }
    self.init(
      rule: rule, severity: severity, confidence: confidence, file: file, region: region, message: message,
      snippet: snippet, context: context, flow: flow, related: related,
      suppression: try reader.optional { (reader) throws(CacheError) in try reader.text() }
        .map { Suppression(kind: .external, reason: $0) }, excerpt: excerpt)
  }
}

extension Evidence: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(kind.rawValue)
    writer.write(file)
    writer.write(region) { $0.write($1) }
    writer.write(message)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    let (kind, file) = (try reader.choice(Evidence.Kind.self), try reader.text())
    let region = try reader.optional { (reader) throws(CacheError) in try reader.value(SourceRegion.self) }
    self.init(kind: kind, file: file, region: region, message: try reader.localized())
  }
}

extension SkippedFile: CacheCodable {
  package func write(to writer: inout CacheWriter) {
    writer.write(file)
    writer.write(reason.rawValue)
    writer.write(message)
  }

  package init(from reader: inout CacheReader) throws(CacheError) {
    self.init(
      file: try reader.text(), reason: try reader.choice(), message: try reader.localized())
  }
}
