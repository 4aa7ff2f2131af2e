import OmamoriCore
import OmamoriReport

/// What rules about the way of values find in a project.
struct FlowFindings {
  private let found: [(rule: any FlowRule, message: LocalizedText, arrival: FlowArrival)]
  /// The lines of places that nothing from outside reaches.
  private var quiet: Set<Place> = []
  private let ruleIDs: Set<RuleID>
  /// The lines of places that something reaches, with the rules that leave the report of it to another one.
  private var told: Set<Place> = []

  init(_ results: [FileResult], _ rules: [any FlowRule]) {
    // Something sensitive is known by its name; of other values the source has to be known.
    ruleIDs = rules.reduce(into: []) {
      if type(of: $1).places.isDisjoint(with: .disclosing) { $0.insert(type(of: $1).metadata.id) }
    }
    guard !rules.isEmpty else {
      found = []
      return
    }
    var solver = FlowSolver(results.map(\.flow))
    var (reached, unreached) = solver.arrivals()
    let disclosures = solver.disclosures()
    reached += disclosures.reached
    unreached += disclosures.quiet
    let spoken = Self.spoken(results, rules)
    for sink in unreached {
      for rule in rules where type(of: rule).places.contains(sink.sinkClass) {
        for line in sink.region.startLine...max(sink.region.startLine, sink.region.endLine) {
          quiet.insert(Place(rule: type(of: rule).metadata.id, file: sink.file, line: line))
        }
      }
    }
    for arrival in reached {
      let claiming = rules.filter { type(of: $0).places.contains(arrival.sinkClass) }
      guard claiming.contains(where: { $0.message(arrival) != nil }) else { continue }
      for rule in claiming where rule.message(arrival) == nil {
        told.insert(
          Place(rule: type(of: rule).metadata.id, file: arrival.file, line: arrival.region.startLine))
      }
    }
    found = reached.flatMap { arrival in
      rules.compactMap { rule -> (any FlowRule, LocalizedText, FlowArrival)? in
        let type = type(of: rule)
        guard type.places.contains(arrival.sinkClass), type.sources.contains(arrival.kind),
          !type.family.contains(where: {
            spoken.contains(Place(rule: $0, file: arrival.file, line: arrival.region.startLine))
          }),
          // A model whose declaration is reported is not reported again where it is filled.
          !(arrival.sinkClass == .models
            && spoken.contains(Place(rule: type.metadata.id, file: arrival.file, line: 0))),
          let message = rule.message(arrival)
        else { return nil }
        return (rule, message, arrival)
      }
    }
  }

  func add(to report: inout ProjectReport) {
    var seen: Set<Place> = []
    for (rule, message, arrival) in found {
      let place = Place(rule: type(of: rule).metadata.id, file: arrival.file, line: arrival.region.startLine)
      guard seen.insert(place).inserted else { continue }
      report.add(
        type(of: rule), file: arrival.file, context: arrival.context, region: arrival.region,
        snippet: arrival.snippet,
        message, severity: rule.severity(arrival),
        confidence: Self.isDoubtful(arrival) ? .low : rule.confidence(arrival),
        flow: arrival.steps)
    }
  }

  /// Whether the value was kept in so many objects that it is mostly a part of one, and which part is not known any more; what
  /// the person enters is mostly checked on the way.
  private static func isDoubtful(_ arrival: FlowArrival) -> Bool {
    arrival.timesKept
      > (arrival.sinkClass == .path && arrival.kind.isSubset(of: [.userInput, .pasteboard]) ? 1 : 3)
  }

  /// The lines on which rules that say the same have a finding of their own.
  private static func spoken(_ results: [FileResult], _ rules: [any FlowRule]) -> Set<Place> {
    let families = rules.reduce(into: Set<RuleID>()) {
      $0.formUnion(type(of: $1).family)
      if type(of: $1).places.contains(.models) { $0.insert(type(of: $1).metadata.id) }
    }
    guard !families.isEmpty else { return [] }
    var places: Set<Place> = []
    for finding in results.lazy.flatMap(\.findings)
    where families.contains(finding.rule) && finding.confidence != .low {
      if finding.snippet.contains("@NSManaged") {
        places.insert(Place(rule: finding.rule, file: finding.file, line: 0))
      }
      for line in finding.region.startLine...max(finding.region.startLine, finding.region.endLine) {
        places.insert(Place(rule: finding.rule, file: finding.file, line: line))
      }
    }
    return places
  }

  /// The results without findings about the same values, made by looking at one file alone.
  ///
  /// What remains of such findings names no value from outside, so their severity is medium at most; where it is known that
  /// nothing from outside arrives, they are doubtful.
  func remaining(_ results: [FileResult]) -> [FileResult] {
    guard !ruleIDs.isEmpty || !found.isEmpty || !quiet.isEmpty else { return results }
    var lines = told
    for (rule, _, arrival) in found {
      let id = type(of: rule).metadata.id
      for step in arrival.steps {
        lines.insert(Place(rule: id, file: step.file, line: step.region.startLine))
      }
      for line in arrival.region.startLine...max(arrival.region.startLine, arrival.region.endLine) {
        lines.insert(Place(rule: id, file: arrival.file, line: line))
      }
    }
    return results.map { result in
      var result = result
      result.findings.removeAll { finding in
        ([finding.region] + finding.flow.suffix(1).map(\.region) + finding.related.map(\.region)).contains {
          lines.contains(Place(rule: finding.rule, file: finding.file, line: $0.startLine))
        }
      }
      for index in result.findings.indices {
        let finding = result.findings[index]
        let places = [finding.region] + finding.flow.suffix(1).map(\.region) + finding.related.map(\.region)
        let isQuiet = places.contains {
          quiet.contains(Place(rule: finding.rule, file: finding.file, line: $0.startLine))
        }
        if isQuiet { result.findings[index].confidence = .low }
        if ruleIDs.contains(finding.rule) { result.findings[index].severity = min(finding.severity, .medium) }
      }
      return result
    }
  }

  private struct Place: Hashable {
    let rule: RuleID
    let file: String
    let line: Int
  }
}
