/// Tells which targets a file belongs to; the time does not grow with the number of targets.
struct TargetIndex {
  /// How many targets of Xcode projects have a file.
  private struct Count {
    var all = 0
    var tests = 0
    var apps = 0

    mutating func add(_ target: XcodeTarget, _ number: Int = 1) {
      all += number
      if target.isTest { tests += number }
      if target.isApp { apps += number }
    }

    static func + (left: Count, right: Count) -> Count {
      Count(all: left.all + right.all, tests: left.tests + right.tests, apps: left.apps + right.apps)
    }
  }

  private var files: [String: Count] = [:]
  private var folders: [String: Count] = [:]
  /// For the files that targets leave out of their folders: minus one for each target and folder.
  private var exceptions: [String: Count] = [:]
  private var packages: [String: Set<PackageTarget.Kind>] = [:]

  init(_ projects: [XcodeProject], _ manifests: [PackageManifest]) {
    for target in projects.flatMap(\.targets) { add(target) }
    for target in manifests.flatMap(\.targets) { packages[target.folder, default: []].insert(target.kind) }
  }

  private mutating func add(_ target: XcodeTarget) {
    for file in target.files { files[file, default: Count()].add(target) }
    let own = Set(target.folders)
    for folder in own { folders[folder, default: Count()].add(target) }
    for file in target.excludedFiles {
      let around = ProjectPath.places(around: file).count(where: own.contains)
      exceptions[file, default: Count()].add(target, -around)
    }
  }

  /// Whether an app of an Xcode project has the file at `path`, by its name or with the folder around it.
  func isNamedByApp(_ path: String) -> Bool { count(of: path, in: ProjectPath.places(around: path)).apps > 0 }

  /// Whether only targets of tests have the file at `path`.
  func isTest(_ path: String) -> Bool {
    let places = ProjectPath.places(around: path)
    let count = count(of: path, in: places)
    if count.all > 0 { return count.all == count.tests }
    let kinds = kinds(around: places)
    return !kinds.isEmpty && kinds.allSatisfy { $0 == .test }
  }

  /// Whether a plug-in of a package has the file at `path`.
  func isInPlugin(_ path: String) -> Bool {
    kinds(around: ProjectPath.places(around: path)).contains(.plugin)
  }

  private func count(of path: String, in places: [String]) -> Count {
    places.reduce((files[path] ?? Count()) + (exceptions[path] ?? Count())) {
      $0 + (folders[$1] ?? Count())
    }
  }

  private func kinds(around places: [String]) -> Set<PackageTarget.Kind> {
    places.reduce(into: []) { kinds, place in
      if let here = packages[place] { kinds.formUnion(here) }
    }
  }
}
