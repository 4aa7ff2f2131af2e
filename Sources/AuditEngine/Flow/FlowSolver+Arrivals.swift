import OmamoriCore
import OmamoriReport

extension FlowSolver {
  /// The places that something from outside reaches, in the order of the files, and those that nothing reaches.
  mutating func arrivals() -> (reached: [FlowArrival], quiet: [FlowQuietPlace]) {
    settle()
    var (reached, quiet) = ([FlowArrival](), [FlowQuietPlace]())
    for (place, file) in files.enumerated() {
      for edge in file.edges {
        guard case .sink(let sinkClass, let name) = edge.target, sinkClass.isDisjoint(with: .disclosing)
        else {
          continue
        }
        let found = state(of: edge.origins, place).first {
          _, item in
          item.cleaned.isDisjoint(with: sinkClass) && (sinkClass != .path || item.isJoined)
        }
        guard let (kind, item) = found else {
          if edge.origins.allSatisfy({ isExplained($0, place, sinkClass, 0) }) {
            quiet.append(FlowQuietPlace(sinkClass: sinkClass, file: file.path, region: edge.region))
          }
          continue
        }
        reached.append(
          FlowArrival(
            sinkClass: sinkClass, sink: name, kind: kind, source: facts[item.fact].name, quote: edge.quote,
            file: file.path,
            context: file.context, region: edge.region, snippet: edge.snippet,
            steps: steps(to: item.fact, file, edge), timesKept: facts[item.fact].timesKept))
      }
    }
    return (reached, quiet)
  }

  private func steps(to fact: Int, _ file: FlowFile, _ edge: FlowEdge) -> [FindingStep] {
    let end = FindingStep(
      file: file.path, region: edge.region, message: LocalizedText("It arrives here.", ja: "ここに届きます。"))
    return way(to: fact).filter { $0.file != end.file || $0.region != end.region } + [end]
  }

  /// The steps from where a value begins to `fact`.
  func way(to fact: Int) -> [FindingStep] {
    var steps: [FindingStep] = []
    var next: Int? = fact
    while let current = next, steps.count < 32 {
      steps.append(facts[current].step)
      next = facts[current].previous
    }
    return steps.reversed()
  }
}
