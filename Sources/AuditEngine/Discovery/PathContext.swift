import OmamoriReport

/// Judges what files are for by the names of the folders they lie in.
///
/// Only names below the audited folder count: somebody who audits `Pods/Library` wants that library audited.
enum PathContext {
  /// The context that the folders of `path` tell, or `nil` when they tell nothing.
  ///
  /// The outermost folder that tells something decides. What measures code counts as tests unless `measuring` is
  /// false.
  static func context(ofPath path: String, measuring: Bool = true) -> FileContext? {
    let names = path.split(separator: "/")
    // How a release is exported is said where its tools are.
    let isExport = names.last.map { ExportOptions.isNamed($0) } ?? false
    for name in names.dropLast() {
      let lowercased = name.lowercased()
      // Everything in a built app ships with it.
      if lowercased.hasSuffix(".app") { return nil }
      if vendorNames.contains(lowercased) || lowerVendorNames.contains(String(name))
        || vendorEndings.contains(where: lowercased.hasSuffix)
      {
        return .vendor
      }
      if isExport, toolNames.contains(lowercased) { continue }
      if isTest(String(name)) || measuring && measuringNames.contains(String(name)) { return .test }
      if scriptNames.contains(lowercased) { return .script }
    }
    return names.last.map(String.init).flatMap(context(ofName:))
  }

  /// `AppTests`, `ui-tests` and `api_test` are folders of tests, `Fixtures` and `TestInputs` hold what tests read,
  /// `AppTestSupport` what they share; `Latests` and `SpeedTest` are none.
  private static func isTest(_ name: String) -> Bool {
    if testNames.contains(name) { return true }
    let words = Words.of(name)
    guard words.count > 1, let last = words.last else { return false }
    if last == "tests" { return true }
    let before = words[words.count - 2]
    if name.contains(where: { $0 == "-" || $0 == "_" }) {
      // An app may be called `speed-test`.
      if words[0] == "test" || last == "test" && kindsOfTest.contains(before) { return true }
    }
    return last == "tester"
      ? testedQualities.contains(before) : tests.contains(before) && testParts.contains(last)
  }

  private static func context(ofName name: String) -> FileContext? {
    if generatedEndings.contains(where: name.hasSuffix) { return .generated }
    if testEndings.contains(where: name.hasSuffix) { return .test }
    switch name {
    case "Fastfile", "Appfile", "Matchfile", "Dangerfile", "Gemfile", "Rakefile", "Makefile": return .script
    default: return nil
    }
  }

  private static let vendorNames: Set<String> = [
    "pods", "carthage", ".build", "sourcepackages", "deriveddata", "vendor", "vendors", "vendored",
    "thirdparty", "third-party", "third_party", "third party", "3rdparty", "3rd-party", "3rd_party",
    "node_modules", "checkouts",
  ]
  /// Where projects of C keep copies of others; an app's own `Deps` is written with a capital.
  private static let lowerVendorNames: Set<String> = [
    "deps", "extern", "external", "external_libraries", "external-libraries", "externals", "subprojects",
  ]
  private static let vendorEndings = [".framework", ".xcframework", ".dsym", ".xcarchive"]
  // `test` is where libraries of C and scripts have theirs; `Test` may be an app.
  private static let testNames: Set<String> = [
    "Tests", "tests", "test", "unittest", "unittests", "fastlane", "Fixtures", "fixtures", "TestData",
    "testdata", "Fuzz", "fuzz", "Fuzzing", "fuzzing",
  ]
  private static let measuringNames: Set<String> = ["benchmark", "benchmarks", "Benchmarks"]
  /// What tests of C++, Go and Python are named; in Swift a name tells nothing.
  private static let testEndings = [
    "_test.cc", "_test.cpp", "_unittest.cc", "_unittest.cpp", "_unittest.mm", "_test.c", "_test.go",
    "_test.py",
  ]
  /// `stress-test` and `system-test` may be what an app is for.
  private static let kindsOfTest: Set = [
    "unit", "ui", "e2e", "integration", "validation", "regression", "acceptance", "functional", "smoke",
    "api", "snapshot", "fuzz", "conformance",
  ]
  private static let tests: Set = ["test", "testing", "unittest", "unittests"]
  private static let testParts: Set = [
    "support", "helper", "helpers", "utils", "utilities", "doubles", "data", "host", "driver", "fixtures",
    "mocks", "stubs", "resources", "inputs",
  ]
  private static let testedQualities: Set = ["performance", "crash", "fuzz", "memory"]
  private static let scriptNames: Set<String> = [
    "scripts", "script", "buildscripts", "ci_scripts", ".github",
  ]
  private static let toolNames = scriptNames.union(["fastlane"])
  private static let generatedEndings = [
    ".generated.swift", ".pb.swift", ".grpc.swift", ".g.swift", ".graphql.swift", ".pb.h", ".pb.m",
  ]
}
