import OmamoriReport

/// The functions of a project that its configuration names as sources, sinks and sanitizers.
struct FlowTerms: Sendable {
  /// Where the results of functions come from, by name.
  let sources: [String: TaintKind]
  /// What the arguments of functions can harm, by name.
  let sinks: [String: [FlowSink]]
  /// What the results of functions cannot harm, by name.
  let sanitizers: [String: FlowSinkClass]
  /// Everything that was configured, in one order.
  let description: [String]

  init(_ settings: FlowSettings) {
    sources = settings.sources.mapValues(TaintKind.init)
    var sinks: [String: [FlowSink]] = [:]
    for (name, sink) in settings.sinks.sorted(by: { $0.key < $1.key }) {
      let parts = name.split(separator: "(")
      let label = parts.count == 2 ? String(parts[1].dropLast(2)) : nil
      let part: FlowSink.Part = label.map { $0 == "_" ? .position(0) : .label($0) } ?? .all
      sinks[String(parts[0]), default: []].append(FlowSink(sinkClass: FlowSinkClass(sink), part: part))
    }
    self.sinks = sinks
    sanitizers = settings.sanitizers.mapValues { $0.reduce(into: []) { $0.formUnion(FlowSinkClass($1)) } }
    description =
      settings.sources.map { "\($0.key)=\($0.value.rawValue)" }.sorted() + [""]
      + settings.sinks.map { "\($0.key)=\($0.value.rawValue)" }.sorted() + [""]
      + settings.sanitizers.map { "\($0.key)=\($0.value.map(\.rawValue).sorted())" }.sorted()
  }
}

extension TaintKind {
  fileprivate init(_ source: FlowSettings.Source) {
    self =
      switch source {
      case .input: .userInput
      case .link: .link
      case .pasteboard: .pasteboard
      case .web: .webMessage
      case .network: .network
      case .file: .file
      case .notification: .notification
      case .secret: .secret
      case .personal: .personal
      }
  }
}

extension FlowSinkClass {
  fileprivate init(_ sink: FlowSettings.Sink) {
    self =
      switch sink {
      case .sql: .sql
      case .predicate: .predicate
      case .html: .html
      case .script: .script
      case .process: .process
      case .format: .format
      case .path: .path
      case .regex: .regex
      case .link: .link
      case .log: .log
      case .analytics: .analytics
      case .pasteboard: .pasteboard
      }
  }
}
