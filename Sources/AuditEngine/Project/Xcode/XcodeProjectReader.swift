import OmamoriATS

/// Reads a project file into a model.
struct XcodeProjectReader {
  private let text: TextSource
  private let objects: PropertyListDictionary
  private let index: [String: PropertyList]
  private let root: PropertyList
  private let folder: String
  private let source: (String) -> TextSource?
  private var paths: [String: String] = [:]
  /// The lists of configurations that were read: thousands of targets may name one and the same.
  private var lists: [String: [XcodeConfiguration]] = [:]
  /// The settings of the configuration files that were read.
  private var bases: [String: [String: [BuildSetting]]] = [:]
  /// Whether a configuration is based on a file that is not in the tree.
  private var lacksConfiguration = false
  /// How many more files and scripts targets may have, all together: thousands of targets may name one and the same
  /// phase with thousands of files.
  private var room = Self.maximumMembers

  /// No system has files with longer paths; a group with one would make those of all its children as long.
  private static let longestPath = 4_096
  /// The most files and scripts that the targets of a project have, all together.
  static let maximumMembers = 400_000
  /// So many files a script counts for.
  static let weightOfScript = 40

  /// Prepares to read `list`, or gives `nil` when it is no project.
  ///
  /// `source` gives other files of the tree by path.
  init?(_ list: PropertyList, text: TextSource, source: @escaping (String) -> TextSource?) {
    guard let objects = list["objects"]?.dictionary, let rootID = list["rootObject"]?.string,
      let root = objects[rootID]
    else { return nil }
    self.text = text
    self.objects = objects
    index = Dictionary(objects.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    self.root = root
    // The project file lies in `Name.xcodeproj`, which lies in the folder that paths are relative to.
    let around = ProjectPath.folder(of: ProjectPath.folder(of: text.path))
    folder = ProjectPath.joined(around, root["projectDirPath"]?.string ?? "") ?? around
    self.source = source
    paths = filePaths()
  }

  /// The model; `archiveConfigurations` is what the shared schemes archive with.
  mutating func project(archiveConfigurations: [String]) -> XcodeProject {
    let configurations = configurations(root["buildConfigurationList"])
    var targets: [XcodeTarget] = []
    for reference in root["targets"]?.array ?? [] {
      if let target = target(reference) { targets.append(target) }
    }
    let names = configurations.map(\.name)
    let standard = object(root["buildConfigurationList"])?["defaultConfigurationName"]?.string
    func isForDebugging(_ name: String) -> Bool { name.lowercased().contains("debug") }
    var release = names.last { !isForDebugging($0) } ?? "Release"
    if let standard, !isForDebugging(standard) { release = standard }
    if let named = names.first(where: { $0.lowercased() == "release" }) { release = named }
    // Apps with a scheme for each stage archive some of them for testers.
    let archived = archiveConfigurations.filter(names.contains)
    let isForStore = { (name: String) in Words.of(name).contains { Self.storeWords.contains($0) } }
    if let name = archived.first(where: isForStore) ?? archived.first(where: { !isForDebugging($0) })
      ?? archived.first
    {
      release = name
    }
    return XcodeProject(
      text: text, folder: folder, targets: targets,
      packages: (root["packageReferences"]?.array ?? []).compactMap(package), releaseConfiguration: release,
      configurations: configurations, isCutShort: room <= 0, lacksConfiguration: lacksConfiguration)
  }

  private static let storeWords: Set = ["prod", "production", "appstore", "store"]

  private func object(_ reference: PropertyList?) -> PropertyList? {
    reference?.string.flatMap { index[$0] }
  }

  // MARK: - Files

  /// The path of every file reference and group, relative to the audited folder.
  private func filePaths() -> [String: String] {
    var paths: [String: String] = [:]
    var pending: [(id: String, folder: String, depth: Int)] = []
    if let main = root["mainGroup"]?.string { pending.append((main, folder, 0)) }
    while let (id, parent, depth) = pending.popLast() {
      guard depth < 100, paths[id] == nil, let item = index[id] else { continue }
      let written = item["path"]?.string ?? ""
      let base = item["sourceTree"]?.string == "SOURCE_ROOT" ? folder : parent
      guard let path = ProjectPath.joined(base, written), path.utf8.count <= Self.longestPath else {
        continue
      }
      paths[id] = path
      for child in item["children"]?.array ?? [] {
        if let id = child.string { pending.append((id, path, depth + 1)) }
      }
    }
    return paths
  }

  // MARK: - Targets

  private mutating func target(_ reference: PropertyList) -> XcodeTarget? {
    guard let item = object(reference), let name = item["name"]?.string else { return nil }
    var files: Set<String> = []
    var scripts: [XcodeScript] = []
    var flags: [XcodeCompilerFlags] = []
    for phase in (item["buildPhases"]?.array ?? []).compactMap(object) {
      guard room > 0 else { break }
      for file in (phase["files"]?.array ?? []).prefix(room).compactMap(object) {
        guard let id = file["fileRef"]?.string else { continue }
        // A variant group stands for the same file in several languages.
        let members = index[id]?["children"]?.array?.prefix(max(0, room)).compactMap(\.string) ?? []
        room -= 1 + members.count
        files.formUnion(([id] + members).compactMap { paths[$0] })
        if let written = file["settings"]?["COMPILER_FLAGS"], let value = written.string, let path = paths[id]
        {
          flags.append(XcodeCompilerFlags(file: path, flags: value, range: text.bytes(in: written.range)))
        }
      }
      if let script = phase["shellScript"], let body = script.string {
        // A script is read by many rules, a file by none.
        room -= Self.weightOfScript
        let lists = ["inputPaths", "outputPaths", "inputFileListPaths", "outputFileListPaths"]
        scripts.append(
          XcodeScript(
            script: body, declaresFiles: lists.contains { phase[$0]?.array?.isEmpty == false },
            range: text.bytes(in: script.range)))
      }
    }
    let groups = (item["fileSystemSynchronizedGroups"]?.array ?? []).compactMap(\.string)
    return XcodeTarget(
      name: name, productType: item["productType"]?.string ?? "", files: files,
      folders: groups.compactMap { paths[$0] },
      excludedFiles: exceptions(of: groups, target: reference.string), scripts: scripts,
      compilerFlags: flags, configurations: configurations(item["buildConfigurationList"]))
  }

  private func exceptions(of groups: [String], target: String?) -> Set<String> {
    var excluded: Set<String> = []
    for id in groups {
      guard let folder = paths[id] else { continue }
      for set in (index[id]?["exceptions"]?.array ?? []).compactMap(object)
      where set["target"]?.string == target {
        let files = (set["membershipExceptions"]?.array ?? []).compactMap(\.string)
        excluded.formUnion(files.compactMap { ProjectPath.joined(folder, $0) })
      }
    }
    return excluded
  }

  // MARK: - Settings

  private mutating func configurations(_ list: PropertyList?) -> [XcodeConfiguration] {
    guard let id = list?.string else { return [] }
    if let known = lists[id] { return known }
    let read = readConfigurations(object(list))
    lists[id] = read
    return read
  }

  private mutating func readConfigurations(_ list: PropertyList?) -> [XcodeConfiguration] {
    var configurations: [XcodeConfiguration] = []
    for item in (list?["buildConfigurations"]?.array ?? []).compactMap(object) {
      guard let name = item["name"]?.string else { continue }
      let settings = (item["buildSettings"]?.dictionary?.entries ?? []).compactMap { entry -> BuildSetting? in
        let parts = entry.value.string.map { [$0] } ?? entry.value.array?.compactMap(\.string)
        guard let parts else { return nil }
        return BuildSetting(
          writtenName: entry.key, value: parts.joined(separator: " "), text: text,
          range: text.bytes(in: entry.range))
      }
      let levels = [Dictionary(grouping: settings, by: \.name), baseSettings(item)]
      configurations.append(XcodeConfiguration(name: name, levels: levels))
    }
    return configurations
  }

  private mutating func baseSettings(_ item: PropertyList) -> [String: [BuildSetting]] {
    var path = item["baseConfigurationReference"]?.string.flatMap { paths[$0] }
    if path == nil, let anchor = item["baseConfigurationReferenceAnchor"]?.string.flatMap({ paths[$0] }),
      let relative = item["baseConfigurationReferenceRelativePath"]?.string
    {
      path = ProjectPath.joined(anchor, relative)
    }
    guard let path else {
      if item["baseConfigurationReference"] != nil { lacksConfiguration = true }
      return [:]
    }
    if let known = bases[path] { return known }
    let file = BuildConfigurationFile(path: path, source: source)
    if file.lacksFile { lacksConfiguration = true }
    let read = Dictionary(grouping: file.settings, by: \.name)
    bases[path] = read
    return read
  }

  // MARK: - Packages

  private func package(_ reference: PropertyList) -> XcodePackageReference? {
    guard let item = object(reference), let url = item["repositoryURL"], let address = url.string else {
      return nil
    }
    let requirement = item["requirement"]
    func field(_ name: String) -> String { requirement?[name]?.string ?? "" }
    let meaning: PackageRequirement =
      switch field("kind") {
      case "exactVersion": .exact(field("version"))
      case "upToNextMajorVersion", "upToNextMinorVersion", "versionRange":
        .range(from: field("minimumVersion"))
      case "branch": .branch(field("branch"))
      case "revision": .revision(field("revision"))
      default: .unknown
      }
    let range = item.dictionary?.entry(for: "requirement")?.range ?? item.range
    return XcodePackageReference(
      url: address, requirement: meaning, range: text.bytes(in: range),
      urlRange: text.bytes(in: item.dictionary?.entry(for: "repositoryURL")?.range))
  }
}
