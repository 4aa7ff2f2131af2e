import OmamoriReport

/// A pattern of paths as version control knows them: `*` and `?` within a name, `**` for any number of names.
///
/// A pattern without `/` matches a file or folder of that name anywhere; one with `/` is tied to the audited folder.
/// A folder that matches takes everything below with it. The time is bounded by the product of the two lengths.
package struct PathPattern: Sendable, Hashable {
  private let parts: [[UInt8]]

  /// Makes a pattern from its text.
  package init(_ text: String) {
    let names = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    let isTied = text.utf8.dropLast().contains(UInt8(ascii: "/"))
    parts = isTied ? names : [Array("**".utf8)] + names
  }

  /// Whether the file or folder at `path` matches.
  package func matches(_ path: RelativePath) -> Bool {
    guard !parts.isEmpty else { return false }
    return Self.match(
      parts[...], path.components[...], isJoker: { $0.elementsEqual("**".utf8) },
      single: { Self.matchesName($0[...], $1) })
  }

  private static func matchesName(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    match(
      pattern, name, isJoker: { $0 == UInt8(ascii: "*") },
      single: { $0 == UInt8(ascii: "?") || $0 == $1 })
  }

  /// Matches with one place to go back to: a joker that is passed makes all earlier ones irrelevant.
  private static func match<Pattern, Item>(
    _ pattern: ArraySlice<Pattern>, _ items: ArraySlice<Item>, isJoker: (Pattern) -> Bool,
    single: (Pattern, Item) -> Bool
  ) -> Bool {
    var (p, i) = (pattern.startIndex, items.startIndex)
    var retry: (pattern: Int, item: Int)?
    while i < items.endIndex {
      if p < pattern.endIndex, isJoker(pattern[p]) {
        p += 1
        retry = (p, i)
      } else if p < pattern.endIndex, single(pattern[p], items[i]) {
        p += 1
        i += 1
      } else if let place = retry {
        p = place.pattern
        i = place.item + 1
        retry = (p, i)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy(isJoker)
  }
}

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

  /// `AppTests`, `AppUITests-Host`, `ui-tests` and `api_test` are folders of tests, `Fixtures` and `TestInputs` hold what tests read,
  /// `AppTestSupport` what they share; `Latests` and `SpeedTest` are none.
  private static func isTest(_ name: String) -> Bool {
    if testNames.contains(name) { return true }
    let words = Words.of(name)
    guard words.count > 1, let last = words.last else { return false }
    if words.dropFirst().contains("tests") { return true }
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

/// A path below the audited folder, as the bytes the file system has.
package struct RelativePath: Sendable, Hashable {
  /// The names joined by `/`; empty for the folder itself.
  package let bytes: [UInt8]

  /// The audited folder itself.
  package static let root = RelativePath(bytes: [])

  /// Makes a path from its bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path of the entry `name` in the folder at this path.
  func appending(_ name: [UInt8]) -> RelativePath {
    RelativePath(bytes: bytes.isEmpty ? name : bytes + [0x2F] + name)
  }

  /// The names of the path.
  var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F) }

  /// The number of names.
  package var depth: Int { components.count }

  /// The path for people and reports; see ``DisplayName``.
  var display: String { DisplayName.text(of: bytes) }
}
