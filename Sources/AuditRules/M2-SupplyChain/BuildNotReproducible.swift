import AuditEngine
import OmamoriCore
import OmamoriReport

/// A build that writes its time, its machine or a random value into what ships.
struct BuildNotReproducible: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-not-reproducible",
    title: LocalizedText("Build writes the time or machine into the app", ja: "ビルドの日時やマシン名をアプリに書き込んでいる"),
    why: LocalizedText(
      """
      Two builds of the same sources differ, so nobody can check that a release contains these sources and nothing else. \
      Names of users and machines also tell attackers about the people who build the app.
      """,
      ja: """
        同じソースからのビルドが毎回異なるため、リリースがそのソースだけから作られたことを誰も検証できません。\
        利用者名やマシン名は、ビルド担当者についての手掛かりにもなります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Derive such values from the commit: its hash, its date (git log -1 --format=%cI) or the number of commits.",
        ja: "コミットのハッシュ、日付（git log -1 --format=%cI）、コミット数など、コミットから決まる値を使ってください。")),
    severity: .low, confidence: .medium, cwe: [1068], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "sh",
      bad: #"/usr/libexec/PlistBuddy -c "Set :BuildDate $(date)" "$TARGET_BUILD_DIR/$INFOPLIST_PATH""#,
      good: #"""
        commit=$(git log -1 --format=%cI)
        /usr/libexec/PlistBuddy -c "Set :BuildDate $commit" "$TARGET_BUILD_DIR/$INFOPLIST_PATH"
        """#))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let scripts = (project.inventory.files + project.inventory.others).filter {
      $0.kind == .script && $0.context != .vendor && $0.size <= Self.largestScript
    }
    var told: Set<String> = []
    for xcode in project.inventory.layout.xcodeProjects {
      for target in xcode.targets where !target.isTest && !target.isTestHost {
        for phase in target.scripts {
          if let write = ScriptWrites.first(in: phase.script) {
            report.add(
              Self.self, in: xcode.text, at: phase.range, Self.message(target.name, write.value))
          }
          for file in scripts where Self.runs(file, in: phase.script) && told.insert(file.path).inserted {
            check(file, &report)
          }
        }
        if target.isApp { check(target, of: xcode, &report) }
      }
    }
  }

  private static let largestScript = 1 << 18

  /// Whether a build phase names the script by its path, or at least by its name.
  private static func runs(_ file: SourceFile, in phase: String) -> Bool {
    phase.split(whereSeparator: { " \t\n\"';".contains($0) }).contains { word in
      word.split(separator: "/").last.map(String.init) == file.name
    }
  }

  private func check(_ file: SourceFile, _ report: inout ProjectReport) {
    guard let text = try? TextSource(file),
      let write = ScriptWrites.first(in: String(decoding: text.bytes, as: UTF8.self)),
      let line = text.numberedLines.first(where: { $0.number == write.line })
    else { return }
    report.add(Self.self, in: text, at: line.range, Self.message(file.name, write.value))
  }

  /// `-DBUILD_USER=$(USER)` and the like.
  private func check(_ target: XcodeTarget, of xcode: XcodeProject, _ report: inout ProjectReport) {
    for name in Self.settings {
      guard let setting = xcode.releaseSetting(name, target: target),
        let value = Self.machine.first(where: setting.value.contains)
      else { continue }
      report.add(Self.self, in: setting.text, at: setting.range, Self.message(name, value))
    }
  }

  private static let settings = [
    "GCC_PREPROCESSOR_DEFINITIONS", "INFOPLIST_PREPROCESSOR_DEFINITIONS", "OTHER_CFLAGS", "OTHER_SWIFT_FLAGS",
  ]
  private static let machine = ["$(USER)", "${USER}", "$(HOSTNAME)", "${HOSTNAME}", "$(HOST)"]

  private static func message(_ name: String, _ value: String) -> LocalizedText {
    LocalizedText(
      "\(name) writes the value of \(value) into what is built.",
      ja: "\(name) が \(value) の値をビルドの成果物に書き込んでいます。")
  }
}

extension BuildNotReproducible: ObjectiveCRule {
  /// The first use in a file; the others are repaired together with it.
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let used = source.tokens + source.defines.flatMap(\.value)
    guard
      let first = used.filter({ $0.kind == .identifier && Self.macros.contains($0.text) })
        .min(by: { $0.range.lowerBound < $1.range.lowerBound })
    else { return }
    report.add(
      Self.self, at: first.range,
      LocalizedText(
        "\(first.text) is replaced by the time of the build.",
        ja: "\(first.text) はビルド時の日時に置き換わります。"), confidence: .high)
  }

  private static let macros: Set = ["__DATE__", "__TIME__"]
}

/// Follows values that differ from build to build through a shell script, to where it writes them.
enum ScriptWrites {
  /// The first line that writes such a value into a source, a resource or the product, with the command that makes it.
  static func first(in script: String) -> (line: Int, value: String)? {
    var reader = ScriptReader()
    for (index, line) in script.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if let value = reader.read(line) { return (index + 1, value) }
      if reader.hasEnded { return nil }
    }
    return nil
  }
}

private struct ScriptReader {
  /// The builds in which a part of the script runs.
  private enum Builds {
    case debug
    case release
    case unknown
  }

  /// Whether releases leave the script here.
  private(set) var hasEnded = false
  /// Variables with the command that made their value.
  private var unstable: [String: Substring] = [:]
  /// What variables are set to, as it is written.
  private var values: [String: Substring] = [:]
  private var conditions: [Builds] = []
  /// The word that ends the text that is being written.
  private var ending: Substring?

  /// Reads a line; returns the command whose result the line writes.
  mutating func read(_ line: Substring) -> String? {
    let code = line.drop { $0 == " " || $0 == "\t" }
    if let ending {
      if code == ending { self.ending = nil }
      return conditions.contains(.debug) ? nil : value(in: code).map(String.init)
    }
    guard !code.hasPrefix("#") else { return nil }
    readCondition(code)
    guard !conditions.contains(.debug), !hasEnded else { return nil }
    let found = value(in: code)
    if let (name, content) = Self.assignment(code) {
      unstable[name] = found
      values[name] = content
    }
    guard writes(code) else { return nil }
    if let start = code.firstRange(of: "<<"), code[start.upperBound...].first != "<" {
      let word = code[start.upperBound...].drop { $0 == "-" || $0 == " " }
      // The shell replaces nothing where the word is quoted.
      if let first = word.first, first != "'", first != "\"" {
        ending = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      }
    }
    return found.map(String.init)
  }

  // MARK: Conditions

  private mutating func readCondition(_ code: Substring) {
    let builds = Self.builds(code)
    let leaves = code.contains("exit 0") || code.hasSuffix("exit")
    if code == "fi" || code.hasPrefix("fi ") || code.hasPrefix("fi;") {
      _ = conditions.popLast()
    } else if code.hasPrefix("else"), let last = conditions.popLast() {
      conditions.append(last == .debug ? .release : last == .release ? .debug : .unknown)
    } else if code.hasPrefix("elif "), !conditions.isEmpty {
      conditions[conditions.count - 1] = builds
    } else if code.hasPrefix("if ") {
      let isWhole = code.hasSuffix(" fi") || code.hasSuffix(";fi")
      if !isWhole { conditions.append(builds) }
      if isWhole, leaves, builds == .release { hasEnded = true }
    } else if leaves {
      let isOtherwise = code.contains("||")
      let left = code.hasPrefix("exit") ? conditions.last ?? .unknown : builds
      if left == (isOtherwise ? .debug : .release) { hasEnded = true }
    }
  }

  private static func builds(_ code: Substring) -> Builds {
    guard code.contains("CONFIGURATION") else { return .unknown }
    let isNegated = code.contains("!=") || code.contains("! [")
    guard isNegated || code.contains("=") else { return .unknown }
    if code.contains("Debug") { return isNegated ? .release : .debug }
    return code.contains("Release") ? (isNegated ? .debug : .release) : .unknown
  }

  // MARK: Values

  /// `name=content`, also behind `export` and `local`.
  private static func assignment(_ code: Substring) -> (name: String, content: Substring)? {
    var code = code
    for keyword in ["export ", "local ", "readonly "] where code.hasPrefix(keyword) {
      code = code.dropFirst(keyword.count)
    }
    let name = code.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, code[name.endIndex...].first == "=" else { return nil }
    return (String(name), code[name.endIndex...].dropFirst())
  }

  /// The command in `code` whose result differs from build to build.
  private func value(in code: Substring) -> Substring? {
    for (command, name) in Self.commands {
      for found in code.ranges(of: command) {
        let rest = code[found.upperBound...]
        guard let next = rest.first, !(next.isLetter || next.isNumber || "_-.".contains(next)) else {
          continue
        }
        let arguments = rest.prefix { $0 != ")" && $0 != "`" }
        let isFixed =
          name == "date" && Self.fixing.contains { arguments.contains($0) || code.contains("git ") }
        if !isFixed { return name }
      }
    }
    for found in code.ranges(of: "$")
    where found.lowerBound == code.startIndex || code[code.index(before: found.lowerBound)] != "\\" {
      let rest = code[found.upperBound...].drop { $0 == "{" }
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if let made = unstable[name] { return made }
      let isPath = found.lowerBound > code.startIndex && code[code.index(before: found.lowerBound)] == "/"
      if Self.variables.contains(name), values[name] == nil, !isPath { return Substring("$" + name) }
    }
    return nil
  }

  private static let commands: [(String, Substring)] = ["date", "whoami", "hostname", "uuidgen"].flatMap {
    name in
    ["$(\(name)", "`\(name)", "$(/bin/\(name)", "$(/usr/bin/\(name)"].map { ($0, Substring(name)) }
  }
  /// What makes `date` print another time than that of the build.
  private static let fixing = [" -r", " -d", " -j", " --date", "SOURCE_DATE_EPOCH"]
  private static let variables: Set = ["RANDOM", "USER", "HOSTNAME"]

  // MARK: Writing

  private func writes(_ code: Substring) -> Bool {
    if Self.writers.contains(where: code.contains) { return true }
    if code.contains("PlistBuddy") { return code.contains("Set ") || code.contains("Add ") }
    for found in code.ranges(of: ">")
    where found.lowerBound == code.startIndex || !"2&-=".contains(code[code.index(before: found.lowerBound)])
    {
      let target = code[found.upperBound...].drop { $0 == ">" || $0 == " " || $0 == "\"" }
        .prefix { !" \";|&".contains($0) }
      if isShipped(target) { return true }
    }
    return false
  }

  private static let writers = [
    "plutil -replace", "plutil -insert", "defaults write", "agvtool new-version",
    "agvtool new-marketing-version", "sed -i",
  ]

  /// Whether the file at `path` is compiled or copied into the product.
  private func isShipped(_ path: Substring) -> Bool {
    var path = path
    let name = path.drop { "${".contains($0) }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    if path.hasPrefix("$"), let value = values[String(name)] { path = value }
    let file = path.filter { $0 != "\"" && $0 != "}" }
    if Self.products.contains(where: file.contains) { return true }
    return Self.endings.contains { file.hasSuffix($0) }
  }

  private static let products = [
    "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "CODESIGNING_FOLDER_PATH", "UNLOCALIZED_RESOURCES_FOLDER_PATH",
    "DERIVED_FILE_DIR",
  ]
  private static let endings = [".swift", ".h", ".m", ".mm", ".c", ".plist", ".strings", ".xcconfig"]
}
