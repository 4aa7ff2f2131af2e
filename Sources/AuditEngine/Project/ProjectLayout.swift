import OmamoriATS
import OmamoriCore
package import OmamoriReport

/// What project files, manifests and lock files say: which target each file belongs to and what is built in.
package struct ProjectLayout: Sendable {
  /// The Xcode projects that are part of what is audited.
  package private(set) var xcodeProjects: [XcodeProject] = []
  /// The Swift package manifests that are part of what is audited.
  package private(set) var manifests: [PackageManifest] = []
  /// The Podfiles.
  package private(set) var podfiles: [Podfile] = []
  /// The Cartfiles.
  package private(set) var cartfiles: [Cartfile] = []
  /// The lock files of all package managers.
  package private(set) var locks: [LockFile] = []
  /// The workflows of GitHub Actions.
  package private(set) var workflows: [WorkflowFile] = []
  /// The rules of what version control leaves out.
  package private(set) var ignoreRules: [TextSource] = []
  /// The files that could not be read.
  package private(set) var skipped: [SkippedFile] = []

  private var infoPlists: Set<String> = []
  private var examples = FolderSet([])
  private var index = TargetIndex([], [])
  private var hasAppTarget = false
  private var lockIndex: [LockPlace: Int] = [:]
  private var workspaces: [XcodeWorkspace] = []
  private var mentionedConditions: Set<String>?
  private var locksInUse = LocksInUse([], projects: [], manifests: [], workspaces: [])

  /// Reads the project files, manifests and lock files among `files`; `declaresApp` says whether one of the other
  /// files has the entry point of an app.
  package init(_ files: [SourceFile], declaresApp: Bool = false) {
    let settings = files.filter { $0.kind == .buildConfiguration }
    let byPath = Dictionary(settings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let source: (String) -> TextSource? = { path in
      byPath[path].flatMap { try? TextSource($0) }
    }
    let schemes = files.filter { $0.kind == .scheme }
    for file in files where file.context == .app || file.kind == .workflow && file.context == .script {
      do {
        try read(file, schemes: schemes, source: source)
      } catch {
        skipped.append(error.skipped)
      }
    }
    let named = exampleFolders
    examples = FolderSet(named)
    leaveOutExamples()
    hasAppTarget = !appTargets.isEmpty
    if !hasAppTarget && !declaresApp {
      let projects = Set(xcodeProjects.flatMap { ProjectPath.places(around: $0.text.path) })
      examples = FolderSet(named + BuildFolders.examples(in: files).filter { !projects.contains($0) })
      leaveOutExamples()
    }
    infoPlists = namedInfoPlists
    index = TargetIndex(xcodeProjects, manifests)
    lockIndex = Self.index(of: locks)
    // Settings in a file that is not in the tree may set anything.
    if hasAppTarget, !xcodeProjects.contains(where: { $0.isCutShort || $0.lacksConfiguration }) {
      mentionedConditions = CompilationConditions.words(in: files)
    }
    locksInUse = LocksInUse(
      locks, projects: xcodeProjects, manifests: manifests, workspaces: workspaces)
  }

  /// The lock files that decide what is built; those of packages that only the app's build takes in are left out.
  package var usedLocks: [LockFile] { locks.indices.filter(locksInUse.indices.contains).map { locks[$0] } }

  /// The `Package.resolved` that Xcode reads for `project`: that of a workspace that holds it, or its own.
  package func lock(of project: XcodeProject) -> LockFile? {
    let own = lockIndex[
      LockPlace(kind: .packageResolved, folder: project.bundle + "/project.xcworkspace/xcshareddata/swiftpm")]
    return locksInUse.index(of: project, own: own).map { locks[$0] }
  }

  /// The `Package.resolved` that is read when `package` is built, alone or into the app.
  package func lock(of package: PackageManifest) -> LockFile? {
    locksInUse.index(ofPackage: package.folder).map { locks[$0] }
  }

  /// What an example fetches and builds says nothing of the package that it is an example of.
  private mutating func leaveOutExamples() {
    let examples = examples
    xcodeProjects.removeAll { examples.contains($0.text.path) }
    manifests.removeAll { examples.contains($0.text.path) }
    podfiles.removeAll { examples.contains($0.text.path) }
    cartfiles.removeAll { examples.contains($0.text.path) }
    locks.removeAll { examples.contains($0.text.path) }
  }

  private mutating func read(
    _ file: SourceFile, schemes: [SourceFile], source: @escaping (String) -> TextSource?
  ) throws(FileReadFailure) {
    switch file.kind {
    case .xcodeProject:
      let text = try TextSource(file)
      let list: PropertyList
      do {
        list = try PropertyListReader.read(text.bytes, limits: .project).root
      } catch {
        throw FileReadFailure(
          skipped: SkippedFile(file: file.path, reason: .malformed, message: error.message))
      }
      let archived = schemes.filter { ProjectPath.isBelow($0.path, file.folder) }
        .compactMap { try? SchemeReader.archiveConfiguration(in: $0.text()) }
      if var reader = XcodeProjectReader(list, text: text, source: source) {
        let project = reader.project(archiveConfigurations: archived)
        xcodeProjects.append(project)
        if project.isCutShort { skipped.append(Self.cutShort(file)) }
      }
    case .packageManifest: manifests.append(PackageManifest(try TextSource(file)))
    case .podfile: podfiles.append(Podfile(try TextSource(file)))
    case .cartfile: cartfiles.append(Cartfile(try TextSource(file)))
    case .packageResolved, .podfileLock, .cartfileResolved:
      guard let lock = LockFile(try TextSource(file), kind: file.kind) else {
        let message = LocalizedText(
          "not a lock file that can be read; let the package manager write it again",
          ja: "ロックファイルとして読み取れません。パッケージマネージャーで作り直してください")
        throw FileReadFailure(skipped: SkippedFile(file: file.path, reason: .malformed, message: message))
      }
      locks.append(lock)
    case .xcodeWorkspace:
      if !file.path.contains(".xcodeproj/") { workspaces.append(XcodeWorkspace(try TextSource(file))) }
    case .workflow: workflows.append(WorkflowFile(try TextSource(file.with(context: .app))))
    case .ignoreRules: ignoreRules.append(try TextSource(file))
    default: break
    }
  }

  private static func cutShort(_ file: SourceFile) -> SkippedFile {
    SkippedFile(
      file: file.path, reason: .tooLarge,
      message: LocalizedText(
        "its targets share too many files and scripts; some were left out, divide the project",
        ja: "ターゲットが共有するファイルとスクリプトが多すぎるため、一部を省きました。プロジェクトを分割してください"))
  }

  /// The lock file of this kind in a folder; the first one when several are called alike.
  package func lock(_ kind: FileKind, in folder: String) -> LockFile? {
    lockIndex[LockPlace(kind: kind, folder: folder)].map { locks[$0] }
  }

  private struct LockPlace: Hashable {
    let kind: FileKind
    let folder: String
  }

  private static func index(of locks: [LockFile]) -> [LockPlace: Int] {
    let places = locks.enumerated().map { index, lock in
      (LockPlace(kind: lock.kind, folder: ProjectPath.folder(of: lock.text.path)), index)
    }
    return Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  /// The app targets with their projects.
  package var appTargets: [(project: XcodeProject, target: XcodeTarget)] {
    xcodeProjects.flatMap { project in project.targets.filter(\.isApp).map { (project, $0) } }
  }

  /// The compilation conditions of the project's builds, as far as its files tell.
  package var compilationConditions: CompilationConditions {
    CompilationConditions(set: releaseConditions, mentioned: mentionedConditions)
  }

  /// The compilation conditions that every app target sets in its released configuration.
  package var releaseConditions: Set<String> {
    let sets = appTargets.map { project, target -> Set<String> in
      let written = project.releaseValue("SWIFT_ACTIVE_COMPILATION_CONDITIONS", target: target) ?? ""
      return Set(written.split(separator: " ").map(String.init))
    }
    return sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }

  /// Whether an app or another program is built.
  var showsApp: Bool {
    xcodeProjects.contains { $0.targets.contains(where: \.isApp) }
      || manifests.contains(where: \.hasExecutable)
  }

  /// The file with its kind and context corrected by what the projects say.
  func refined(_ file: SourceFile) -> SourceFile {
    if file.kind == .propertyList, infoPlists.contains(file.path) { return file.with(kind: .infoPlist) }
    let file = hasAppTarget ? shipped(file) : file
    switch file.context {
    case .app:
      if index.isTest(file.path) { return file.with(context: .test) }
      if index.isInPlugin(file.path) { return file.with(context: .script) }
      let isNamed = index.isNamedByApp(file.path) || infoPlists.contains(file.path)
      return examples.contains(file.path) && !isNamed
        ? file.with(context: .example) : file
    case .test:
      // A folder of an app may have a name such as `SpeedTests`.
      let isNamedTest = PathContext.context(ofPath: file.path) == .test
      return isNamedTest && index.isNamedByApp(file.path) && !index.isTest(file.path)
        ? file.with(context: .app) : file
    default: return file
    }
  }

  /// The file judged as in an app, which may have a screen called `Benchmarks`.
  private func shipped(_ file: SourceFile) -> SourceFile {
    guard file.context == .test, PathContext.context(ofPath: file.path) == .test else { return file }
    let named = PathContext.context(ofPath: file.path, measuring: false)
    guard named != .test else { return file }
    let start = try? file.firstBytes(ContentContext.prefixLength)
    return file.with(context: named ?? start.flatMap(ContentContext.context(startingWith:)) ?? .app)
  }

  private var namedInfoPlists: Set<String> {
    Set(
      xcodeProjects.flatMap { project in
        project.targets.compactMap { target in
          project.releaseValue("INFOPLIST_FILE", target: target)
            .flatMap { ProjectPath.joined(project.folder, $0.replacing("$(SRCROOT)/", with: "")) }
        }
      })
  }

  /// Folders that show how the package around them is used: by their name, and packages that depend on it.
  private var exampleFolders: [String] {
    let named = manifests.flatMap { manifest in
      Self.exampleNames.compactMap { ProjectPath.joined(manifest.folder, $0) }
        .filter { folder in !manifest.targets.contains { ProjectPath.isBelow($0.folder, folder) } }
    }
    return named + dependentFolders
  }

  private static let exampleNames = ["Example", "Examples", "Demo", "Demos", "Sample", "Samples", "examples"]

  private var dependentFolders: [String] {
    let folders = Set(manifests.map(\.folder))
    return manifests.filter { manifest in
      manifest.dependencies.contains { dependency in
        guard dependency.requirement == .local, !manifest.folder.isEmpty,
          let target = ProjectPath.joined(manifest.folder, dependency.location)
        else { return false }
        return manifest.folder != target && ProjectPath.isBelow(manifest.folder, target)
          && folders.contains(target)
      }
    }
    .map(\.folder)
  }
}
