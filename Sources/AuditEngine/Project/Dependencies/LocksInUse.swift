/// Which lock files decide what an app is built from.
///
/// Xcode resolves the packages of everything that it opens together and reads one `Package.resolved`: the workspace's or,
/// where a project is opened by itself, the project's. The lock files of the local packages in it are read only when
/// somebody builds such a package alone. Lock files of CocoaPods and Carthage lie beside what they belong to.
struct LocksInUse {
  /// The positions of the lock files in use among those that were given.
  private(set) var indices: Set<Int>
  private let ofXcode: [(folder: String, index: Int)]
  private let ofWorkspaces: [(workspace: String, index: Int)]
  private let byFolder: [String: Int]
  private let workspaces: [String: XcodeWorkspace]

  /// Sorts out `locks`.
  init(
    _ locks: [LockFile], projects: [XcodeProject], manifests: [PackageManifest], workspaces: [XcodeWorkspace]
  ) {
    let places = locks.map { Place(of: $0) }
    let workspaces = Dictionary(workspaces.map { ($0.folder, $0) }, uniquingKeysWith: { first, _ in first })
    let ofWorkspaces = zip(places.indices, places).compactMap { index, place in
      if case .workspace(let path)? = place { (workspace: path, index: index) } else { nil }
    }
    func isInWorkspace(_ project: String) -> Bool {
      ofWorkspaces.contains { Self.contains($0.workspace, project, workspaces) }
    }
    let withApp = Set(projects.filter { $0.targets.contains(where: \.isApp) }.map(\.bundle))
    let known = Set(projects.map(\.bundle))
    let alone = zip(places.indices, places).compactMap { index, place -> (project: String, index: Int)? in
      guard case .project(let path)? = place, !isInWorkspace(path) else { return nil }
      return (path, index)
    }
    // A project without an app of its own is opened as a part of the one with the app.
    let hasApp = !ofWorkspaces.isEmpty || alone.contains { withApp.contains($0.project) }
    let ofProjects = alone.filter {
      !hasApp || withApp.contains($0.project) || !known.contains($0.project)
    }
    let ofXcode =
      ofWorkspaces.map { (ProjectPath.folder(of: $0.workspace), $0.index) }
      + ofProjects.map { (ProjectPath.folder(of: $0.project), $0.index) }
    let programs = Set(manifests.filter(\.hasExecutable).map(\.folder))
    let local = Set(
      manifests.flatMap { manifest in
        manifest.dependencies.filter { $0.requirement == .local }
          .compactMap { ProjectPath.joined(manifest.folder, $0.location) }
      })
    var indices = Set(ofXcode.map(\.1))
    var byFolder: [String: Int] = [:]
    for (index, place) in zip(places.indices, places) {
      switch place {
      case .package(let folder, let isHidden):
        let isBuiltAlone = programs.contains(folder) && !local.contains(folder)
        let isPart = local.contains(folder) || ofXcode.contains { ProjectPath.isBelow(folder, $0.0) }
        guard ofXcode.isEmpty || isBuiltAlone || !isPart else { continue }
        if isHidden, places.contains(where: { $0 == .package(folder, isHidden: false) }) { continue }
        indices.insert(index)
        if byFolder[folder] == nil { byFolder[folder] = index }
      case nil: indices.insert(index)
      default: break
      }
    }
    (self.indices, self.ofXcode, self.ofWorkspaces) = (indices, ofXcode, ofWorkspaces)
    (self.byFolder, self.workspaces) = (byFolder, workspaces)
  }

  /// The position of the lock file that Xcode reads for a project.
  func index(of project: XcodeProject, own: Int?) -> Int? {
    ofWorkspaces.first { Self.contains($0.workspace, project.bundle, workspaces) }?.index ?? own
  }

  /// The position of the lock file that is read when the package in `folder` is built, alone or into the app.
  func index(ofPackage folder: String) -> Int? {
    if let index = byFolder[folder] { return index }
    let around = ofXcode.filter { ProjectPath.isBelow(folder, $0.folder) }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }
    return around?.index ?? (ofXcode.count == 1 ? ofXcode.first?.index : nil)
  }

  /// Whether a workspace holds a project; one whose list is not in the tree holds what lies below its folder.
  private static func contains(
    _ workspace: String, _ project: String, _ workspaces: [String: XcodeWorkspace]
  ) -> Bool {
    guard let list = workspaces[workspace] else {
      return ProjectPath.isBelow(project, ProjectPath.folder(of: workspace))
    }
    return list.projects.contains { project == $0 || project.hasSuffix("/" + $0) }
  }

  /// Where a `Package.resolved` lies.
  private enum Place: Equatable {
    case workspace(String)
    case project(String)
    case package(String, isHidden: Bool)

    /// `nil` for the lock files of other managers.
    init?(of lock: LockFile) {
      guard lock.kind == .packageResolved else { return nil }
      let folders = lock.text.path.split(separator: "/").map(String.init)
      func place(upTo index: Int) -> String { folders[..<index].joined(separator: "/") }
      if let hidden = folders.firstIndex(of: ".swiftpm") {
        self = .package(place(upTo: hidden), isHidden: true)
      } else if let bundle = folders.firstIndex(where: { $0.hasSuffix(".xcodeproj") }) {
        self = .project(place(upTo: bundle + 1))
      } else if let bundle = folders.firstIndex(where: { $0.hasSuffix(".xcworkspace") }) {
        self = .workspace(place(upTo: bundle + 1))
      } else {
        self = .package(ProjectPath.folder(of: lock.text.path), isHidden: false)
      }
    }
  }
}

extension XcodeProject {
  /// The `.xcodeproj` that the project file lies in, relative to the audited folder.
  var bundle: String { ProjectPath.folder(of: text.path) }
}

/// An Xcode workspace: the projects that it opens together.
struct XcodeWorkspace: Sendable {
  /// The `.xcworkspace`, relative to the audited folder.
  let folder: String
  /// The projects as the workspace names them, without the way up to a folder around it.
  let projects: [String]

  /// The most projects that are read.
  private static let maximumProjects = 1000

  /// Reads a `contents.xcworkspacedata`.
  init(_ text: TextSource) {
    folder = ProjectPath.folder(of: text.path)
    let parts = String(decoding: text.bytes, as: UTF8.self).split(
      separator: "location", omittingEmptySubsequences: false)
    projects = parts.dropFirst().prefix(Self.maximumProjects).compactMap { part in
      let quoted = part.prefix { $0 != ">" }.split(
        separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      guard quoted.count == 3, let colon = quoted[1].firstIndex(of: ":"), quoted[1].hasSuffix(".xcodeproj")
      else { return nil }
      let names = quoted[1][quoted[1].index(after: colon)...].split(separator: "/").drop {
        $0 == ".." || $0 == "."
      }
      return names.joined(separator: "/")
    }
  }
}
