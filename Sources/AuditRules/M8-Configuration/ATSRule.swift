import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A rule whose findings come from the linter of App Transport Security.
///
/// The linter asks the evaluator, so a key that the system ignores is never reported as a weakness.
///
/// An app and its extensions mostly carry the same settings for the same servers: one decision, and one finding.
protocol ATSRule: ProjectRule {
  /// The issues of the linter that the rule reports.
  static var issue: ATSIssue.Rule { get }

  /// How bad an issue is in an app.
  static func severity(of issue: ATSIssue) -> Severity
  /// Whether an issue matters to an app.
  static func concerns(_ issue: ATSIssue) -> Bool
}

extension ATSRule {
  static func severity(of issue: ATSIssue) -> Severity { Severity(issue.severity) }
  static func concerns(_ issue: ATSIssue) -> Bool { true }

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) { reportIssues(of: project, &report) }

  /// Turns the linter's issues into findings.
  func reportIssues(of project: ProjectFacts, _ report: inout ProjectReport) {
    let extensions = ExtensionLists(project)
    let lists = project.propertyLists.filter(\.describesApp)
    let places = (lists.filter { !extensions.contains($0) } + lists.filter(extensions.contains))
      .flatMap { list in
        ATSLinter.lint(list.root).filter { $0.rule == Self.issue && Self.concerns($0) }.map {
          ATSPlace(issue: $0, list: list)
        }
      }
    var main: [ATSPlace] = []
    var copies: [[String]: [ATSPlace]] = [:]
    for place in places {
      if extensions.contains(place.list),
        main.contains(where: { $0.setting == place.setting && $0.list.text.path != place.list.text.path })
      {
        copies[place.setting, default: []].append(place)
      } else {
        main.append(place)
      }
    }
    for place in main {
      // With two apps, the extensions are named at the first one.
      let related = (copies.removeValue(forKey: place.setting) ?? []).prefix(20).map { copy in
        FindingStep(
          file: copy.list.text.path, region: copy.region,
          message: LocalizedText("An extension has the same setting.", ja: "拡張機能にも同じ設定があります。"))
      }
      report.add(
        Self.self, file: place.list.text.path, context: place.list.text.context, region: place.region,
        snippet: place.list.snippet(of: place.region),
        LocalizedText(place.issue.message.english + ".", ja: place.issue.message.japanese + "。"),
        severity: Self.severity(of: place.issue), related: related)
    }
  }
}

/// An issue of the linter in a list.
private struct ATSPlace {
  let issue: ATSIssue
  let list: PropertyListSource

  /// What is set, whatever list it stands in.
  var setting: [String] { issue.keyPath + [issue.message.english] }

  var region: SourceRegion {
    list.region(of: issue.range ?? list.root["NSAppTransportSecurity"]?.range)
  }
}

/// The lists that describe a part of an app that the system runs beside it.
private struct ExtensionLists {
  private let paths: Set<String>

  init(_ project: ProjectFacts) {
    let layout = project.inventory.layout
    paths = Set(
      layout.xcodeProjects.flatMap { xcode in
        xcode.targets.filter { $0.productType.hasPrefix("com.apple.product-type.app-extension") }
          .compactMap { xcode.infoPlist(of: $0) }
      })
  }

  func contains(_ list: PropertyListSource) -> Bool {
    list.root["NSExtension"] != nil || list.root["EXAppExtensionAttributes"] != nil
      || paths.contains(list.text.path)
  }
}

extension PropertyListSource {
  /// The line that a region begins on; a list in binary form has none.
  func snippet(of region: SourceRegion) -> String {
    document.format == .binary ? "" : text.lines.text(ofLine: region.startLine)
  }

  /// Whether the list is an `Info.plist`, by its name or by what it holds.
  var describesApp: Bool {
    kind == .infoPlist || (kind == .propertyList && root["NSAppTransportSecurity"] != nil)
  }
}

extension Severity {
  /// The linter's severity as reports name it.
  init(_ severity: ATSIssue.Severity) {
    self =
      switch severity {
      case .critical: .critical
      case .high: .high
      case .medium: .medium
      case .low: .low
      case .info: .info
      }
  }
}
