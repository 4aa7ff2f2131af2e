import OmamoriATS
package import OmamoriReport

/// What project files and manifests say about the files of the tree: which target each belongs to.
package struct ProjectLayout: Sendable {
  /// The Xcode projects that are part of what is audited.
  package private(set) var xcodeProjects: [XcodeProject] = []
  /// The Swift package manifests that are part of what is audited.
  package private(set) var manifests: [PackageManifest] = []
  /// The project files and manifests that could not be read.
  package private(set) var skipped: [SkippedFile] = []

  /// Reads the project files and manifests among `files`.
  init(_ files: [SourceFile]) {
    let settings = files.filter { $0.kind == .buildConfiguration }
    let byPath = Dictionary(settings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let source: (String) -> TextSource? = { path in
      byPath[path].flatMap { try? TextSource($0) }
    }
    let schemes = files.filter { $0.kind == .scheme }
    for file in files where file.context == .app {
      do {
        if file.kind == .packageManifest {
          manifests.append(PackageManifest(try TextSource(file)))
        } else if file.kind == .xcodeProject {
          let list = try PropertyListFile(file, limits: .project)
          let archive = schemes.filter { ProjectPath.isBelow($0.path, file.folder) }.lazy
            .compactMap { try? SchemeReader.archiveConfiguration(in: $0.text()) }.first
          if let reader = XcodeProjectReader(list, source: source) {
            xcodeProjects.append(reader.project(archiveConfiguration: archive))
          }
        }
      } catch {
        skipped.append(error.skipped)
      }
    }
  }

  /// Whether an app or another program is built.
  var showsApp: Bool {
    xcodeProjects.contains { $0.targets.contains(where: \.isApp) }
      || manifests.contains(where: \.hasExecutable)
  }

  /// The file with its kind and context corrected by what the projects say.
  func refined(_ file: SourceFile) -> SourceFile {
    if file.kind == .propertyList, infoPlists.contains(file.path) { return file.with(kind: .infoPlist) }
    switch file.context {
    case .app:
      if isTest(file.path) { return file.with(context: .test) }
      if targets(at: file.path).contains(where: { $0.kind == .plugin }) { return file.with(context: .script) }
      if examples.contains(where: { ProjectPath.isBelow(file.path, $0) }) {
        return file.with(context: .example)
      }
      return file
    case .test:
      // A folder of an app may have a name such as `SpeedTests`.
      let isNamedTest = PathContext.context(ofPath: file.path) == .test
      let isInApp = xcodeProjects.contains {
        $0.targets.contains { $0.isApp && $0.files.contains(file.path) }
      }
      return isNamedTest && isInApp && !isTest(file.path) ? file.with(context: .app) : file
    default: return file
    }
  }

  private func targets(at path: String) -> [PackageTarget] {
    manifests.flatMap { $0.targets.filter { ProjectPath.isBelow(path, $0.folder) } }
  }

  /// Whether only targets of tests have the file.
  private func isTest(_ path: String) -> Bool {
    let xcode = xcodeProjects.flatMap { $0.targets.filter { $0.contains(path) } }
    if !xcode.isEmpty { return xcode.allSatisfy(\.isTest) }
    let targets = targets(at: path)
    return !targets.isEmpty && targets.allSatisfy { $0.kind == .test }
  }

  private var infoPlists: Set<String> {
    Set(
      xcodeProjects.flatMap { project in
        project.targets.compactMap { target in
          project.releaseValue("INFOPLIST_FILE", target: target)
            .flatMap { ProjectPath.joined(project.folder, $0.replacing("$(SRCROOT)/", with: "")) }
        }
      })
  }

  /// Folders of packages that use the package around them: they show how it is used.
  private var examples: [String] {
    manifests.filter { manifest in
      manifest.dependencies.contains { dependency in
        guard dependency.requirement == .local, !manifest.folder.isEmpty,
          let target = ProjectPath.joined(manifest.folder, dependency.location)
        else { return false }
        return manifest.folder != target && ProjectPath.isBelow(manifest.folder, target)
          && manifests.contains { $0.folder == target }
      }
    }
    .map(\.folder)
  }
}

extension TextSource {
  /// Reads a text file; other encodings become UTF-8.
  init(_ file: SourceFile) throws(FileReadFailure) {
    self.init(path: file.path, context: file.context, bytes: Array(try file.text().utf8))
  }
}
