import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct VersionComparedAsTextTests {
  private static let current =
    "let current = Bundle.main.infoDictionary?[\"CFBundleShortVersionString\"] as? String ?? \"0\"\n"

  @Test(arguments: [
    "func mustUpdate(_ minimumVersion: String) -> Bool {\n\(current)return ⟦current < minimumVersion⟧\n}",
    """
    func check(_ config: RemoteConfig) {
      guard let appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
      else { return }
      if ⟦config.minimumVersion > appVersion⟧ { block() }
    }
    """,
    """
    extension Bundle {
      var version: String { infoDictionary?["CFBundleShortVersionString"] as? String ?? "" }
    }
    func isOutdated(_ latest: String) -> Bool { ⟦Bundle.main.version < latest⟧ }
    """,
    "func needsUpgrade(to v: String) -> Bool {\n\(current)return ⟦current.compare(v)⟧ == .orderedAscending\n}",
    """
    func isUpdateRequired(_ v: String) -> Bool {
      \(current)return ⟦current.compare(v, options: .caseInsensitive)⟧ == .orderedAscending
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(VersionComparedAsText.self, in: source, severity: .low, confidence: .high)
  }

  @Test(arguments: [
    "struct Gate { let minimumVersion: String; let appVersion: String\nvar isOld: Bool { ⟦appVersion < minimumVersion⟧ } }",
    "func gate(installedVersion: String, requiredVersion: String) -> Bool { ⟦installedVersion >= requiredVersion⟧ }",
    "func mustUpdate(_ minimum: Double) -> Bool {\n\(current)return ⟦Double(current)⟧ ?? 0 < minimum\n}",
  ])
  func isLessSure(_ source: String) { expect(VersionComparedAsText.self, in: source, confidence: .medium) }

  @Test func whatNobodyIsKeptOutByIsDoubtful() {
    expect(
      VersionComparedAsText.self,
      in: "func news(_ last: String) -> Bool {\n\(Self.current)return ⟦last < current⟧\n}",
      confidence: .low)
  }

  @Test(arguments: [
    "func mustUpdate(_ v: String) -> Bool {\n\(current)return current.compare(v, options: .numeric) == older\n}",
    "func mustUpdate(_ v: String) -> Bool {\n\(current)return current != v\n}",
    """
    func mustUpdate(_ v: String) -> Bool {
      \(current)return v.compare(current, options: [.numeric, .caseInsensitive]) == .orderedDescending
    }
    """,
    "func mustUpdate(_ minimumVersion: Version) -> Bool { Version(Bundle.main.shortVersion) < minimumVersion }",
    """
    func mustUpdate(_ minimum: [Int]) -> Bool {
      let parts = (Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "").split { $0 == "." }
      return parts.count < minimum.count
    }
    """,
    "func migrate(_ schemaVersion: Int, minimumVersion: Int) { if schemaVersion < minimumVersion { run() } }",
    "struct SemanticVersion: Comparable { let minimumVersion: Int; let major: Int }",
    """
    func mustUpdate(_ v: String, _ o: String.CompareOptions) -> Bool {
      \(current)return current.compare(v, options: o) == .orderedAscending
    }
    """,
    "if UIDevice.current.systemVersion.compare(\"15.0\", options: .numeric) == .orderedAscending { old() }",
    "let isNew = items.count > minimumVersionCount",
  ])
  func isSilent(_ source: String) { expect(VersionComparedAsText.self, in: source) }

  @Test(arguments: [
    """
    - (BOOL)mustUpdate:(NSString *)minimum {
      NSString *current = [[NSBundle mainBundle] objectForInfoDictionaryKey:@"CFBundleShortVersionString"];
      return ⟦[current compare:minimum]⟧ == NSOrderedAscending;
    }
    """,
    """
    - (BOOL)isUpdateRequired:(NSString *)v {
      NSString *current = [NSBundle mainBundle].infoDictionary[@"CFBundleShortVersionString"];
      return ⟦[v compare:current options:NSCaseInsensitiveSearch]⟧ == NSOrderedDescending;
    }
    """,
  ])
  func objectiveC(_ source: String) {
    expect(
      VersionComparedAsText.self, inObjectiveC: "@implementation Gate\n\(source)\n@end\n", severity: .low,
      confidence: .high)
  }

  @Test func objectiveCNumbers() {
    expect(
      VersionComparedAsText.self,
      inObjectiveC: """
        @implementation Gate
        - (NSString *)appVersion { return [NSBundle mainBundle].infoDictionary[@"CFBundleShortVersionString"]; }
        - (BOOL)forceUpdate:(float)minimum { return ⟦[[self appVersion] floatValue]⟧ < minimum; }
        @end
        """, confidence: .medium)
  }

  @Test(arguments: [
    """
    - (BOOL)mustUpdate:(NSString *)minimum {
      NSString *current = [[NSBundle mainBundle] objectForInfoDictionaryKey:@"CFBundleShortVersionString"];
      return [current compare:minimum options:NSNumericSearch] == NSOrderedAscending;
    }
    """,
    "- (BOOL)older:(NSDate *)a { return [a compare:self.minimumDate] == NSOrderedAscending; }",
    """
    - (BOOL)isUpdateRequired:(NSString *)v {
      NSString *current = [NSBundle mainBundle].infoDictionary[@"CFBundleShortVersionString"];
      return ![current isEqualToString:v];
    }
    """,
    "- (float)width:(NSString *)text { return [text floatValue]; }",
  ])
  func objectiveCIsSilent(_ source: String) {
    expect(VersionComparedAsText.self, inObjectiveC: "@implementation Gate\n\(source)\n@end\n")
  }
}
