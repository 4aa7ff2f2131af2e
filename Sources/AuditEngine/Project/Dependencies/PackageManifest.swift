import SwiftSyntax

/// What a `Package.swift` says, as far as it can be read without running it.
package struct PackageManifest: Sendable {
  /// The manifest.
  package let text: TextSource
  /// The folder of the package, relative to the audited folder.
  package let folder: String
  /// The packages it depends on.
  package let dependencies: [PackageDependency]
  /// The oldest systems it supports.
  package let platforms: [MinimumSystem]
  /// The targets it declares.
  package let targets: [PackageTarget]
  /// Whether it declares a program: an executable product or target, or an iOS application.
  package let hasExecutable: Bool
  /// Whether it offers a library to other packages, whose own lock then counts.
  package let hasLibraryProduct: Bool

  /// Reads a manifest.
  package init(_ text: TextSource) {
    let source = SwiftSource(text)
    self.text = text
    folder = ProjectPath.folder(of: text.path)
    dependencies = source.facts.calls("package").compactMap { Self.dependency($0, source) }
    platforms = MinimumSystem.Platform.allCases.flatMap { platform in
      source.facts.calls(platform.packageName).compactMap { Self.minimum($0, platform, source) }
    }
    var targets: [PackageTarget] = []
    for kind in [PackageTarget.Kind.library, .executable, .test, .plugin, .macro, .binary, .system] {
      for call in source.facts.calls(kind.rawValue) {
        if let target = Self.target(call, kind, source, folder: folder) { targets.append(target) }
      }
    }
    self.targets = targets.sorted { $0.range.lowerBound < $1.range.lowerBound }
    hasLibraryProduct = !source.facts.calls("library").isEmpty
    hasExecutable =
      targets.contains { $0.kind == .executable } || !source.facts.calls("executable").isEmpty
      || !source.facts.calls("iOSApplication").isEmpty
  }

  /// A `.package(…)` with an address or a path is a dependency; one inside a target's list has neither.
  private static func dependency(_ call: Call, _ source: SwiftSource) -> PackageDependency? {
    func text(_ label: String) -> String? {
      call.argument(label).flatMap { source.fold($0, in: call.scope).string }
    }
    if let path = call.argument("path") {
      return PackageDependency(
        location: text("path") ?? "", requirement: .local, range: call.range, locationRange: path.utf8Range,
        isExplained: true)
    }
    guard let address = call.argument("url") ?? call.argument("id") else { return nil }
    let (written, range) = requirement(of: call, source)
    let location = text("url") ?? text("id") ?? ""
    // An address may be a folder: `.package(url: "../Core", branch: "main")`.
    let requirement = location.hasPrefix(".") || location.hasPrefix("/") ? .local : written
    return PackageDependency(
      location: location, requirement: requirement, range: range ?? call.range,
      locationRange: address.utf8Range, isExplained: isExplained(source.text, at: range ?? call.range))
  }

  private static func requirement(
    of call: Call, _ source: SwiftSource
  ) -> (PackageRequirement, Range<Int>?) {
    for argument in call.arguments {
      let range =
        (argument.label.flatMap { label in
          call.node.arguments.first { $0.label?.text == label }.map { element in
            element.positionAfterSkippingLeadingTrivia.utf8Offset..<argument.value.utf8Range.upperBound
          }
        }) ?? argument.value.utf8Range
      let value = source.fold(argument.value, in: call.scope).string
      switch argument.label {
      case "url", "id", "name", "traits": continue
      case "from": return (value.map { .range(from: $0) } ?? .unknown, range)
      case "exact": return (value.map(PackageRequirement.exact) ?? .unknown, range)
      case "branch": return (.branch(value ?? ""), range)
      case "revision": return (.revision(value ?? ""), range)
      default: return (positional(argument.value, call.scope, source), range)
      }
    }
    return (.unknown, nil)
  }

  /// `.branch("main")`, `.upToNextMajor(from: "1.0.0")`, `"1.0.0"..<"2.0.0"`.
  private static func positional(
    _ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource
  ) -> PackageRequirement {
    if let call = Call(expression, scope: scope) {
      let value = call.arguments.first.flatMap { source.fold($0.value, in: scope).string } ?? ""
      switch call.name {
      case "branch": return .branch(value)
      case "revision": return .revision(value)
      case "exact", "exactItem": return .exact(value)
      case "upToNextMajor", "upToNextMinor": return .range(from: value)
      default: return .unknown
      }
    }
    if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first,
      let value = source.fold(first, in: scope).string
    {
      return .range(from: value)
    }
    return .unknown
  }

  /// `.iOS(.v15)`, `.macOS(.v10_15)` or `.iOS("15.4")`.
  private static func minimum(
    _ call: Call, _ platform: MinimumSystem.Platform, _ source: SwiftSource
  ) -> MinimumSystem? {
    guard call.arguments.count == 1, let argument = call.argument(nil) else { return nil }
    let named = NamePath.last(of: argument).flatMap { name in
      name.hasPrefix("v") ? String(name.dropFirst()).replacing("_", with: ".") : nil
    }
    guard let text = source.fold(argument, in: call.scope).string ?? named,
      let version = SemanticVersion(text)
    else { return nil }
    return MinimumSystem(platform: platform, text: text, version: version, range: call.range)
  }

  private static func isExplained(_ text: TextSource, at range: Range<Int>) -> Bool {
    let line = text.lines.place(of: range.lowerBound).line
    return text.lines.text(ofLine: line).contains(" //")
      || line > 1 && text.lines.text(ofLine: line - 1).hasPrefix("//")
  }

  private static func target(
    _ call: Call, _ kind: PackageTarget.Kind, _ source: SwiftSource, folder: String
  ) -> PackageTarget? {
    func text(_ label: String) -> String? {
      call.argument(label).flatMap { source.fold($0, in: call.scope).string }
    }
    // `.target(name: "A")` inside the dependencies of a target declares nothing.
    guard let name = text("name"), !isWithinDependencies(call) else { return nil }
    let parent =
      switch kind {
      case .test: "Tests"
      case .plugin: "Plugins"
      default: "Sources"
      }
    return PackageTarget(
      kind: kind, name: name,
      folder: ProjectPath.joined(folder, text("path") ?? parent + "/" + name) ?? folder,
      url: text("url"), checksum: text("checksum"), hasChecksum: call.argument("checksum") != nil,
      range: call.range)
  }

  private static func isWithinDependencies(_ call: Call) -> Bool {
    var node = call.node.parent
    while let current = node {
      if let argument = current.as(LabeledExprSyntax.self), let label = argument.label?.text {
        return label == "dependencies" || label == "plugins"
      }
      node = current.parent
    }
    return false
  }
}

/// A package that a `Package.swift` depends on.
package struct PackageDependency: Sendable {
  /// The address or, for ``PackageRequirement/local``, the path.
  package let location: String
  /// What is asked for.
  package let requirement: PackageRequirement
  /// The bytes of the requirement.
  package let range: Range<Int>
  /// The bytes of the address.
  package let locationRange: Range<Int>
  /// Whether a comment stands on the line of the requirement or on the one before.
  package let isExplained: Bool
}

/// Which versions of a package are asked for.
package enum PackageRequirement: Sendable, Hashable {
  /// Exactly this version.
  case exact(String)
  /// This version up to the next major or minor one, or a range that begins with it.
  case range(from: String)
  /// Whatever the branch holds.
  case branch(String)
  /// One commit.
  case revision(String)
  /// A folder beside the project.
  case local
  /// A requirement that is computed or not understood.
  case unknown
}

/// A target that a `Package.swift` declares.
package struct PackageTarget: Sendable {
  /// What a target builds.
  package enum Kind: String, Sendable {
    case library = "target"
    case executable = "executableTarget"
    case test = "testTarget"
    case plugin
    case macro
    case binary = "binaryTarget"
    case system = "systemLibrary"
  }

  /// What it builds.
  package let kind: Kind
  /// The name.
  package let name: String
  /// The folder with its sources, relative to the audited folder.
  package let folder: String
  /// The address of a binary target.
  package let url: String?
  /// The checksum of a binary target.
  package let checksum: String?
  /// Whether a checksum is given, which may be computed.
  package let hasChecksum: Bool
  /// The bytes of the declaration.
  package let range: Range<Int>
}
