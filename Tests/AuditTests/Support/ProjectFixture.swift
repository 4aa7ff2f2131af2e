import TestSupport

@testable import AuditEngine
@testable import AuditRules

/// Makes a tree of files in a temporary folder and reads it as a project.
enum ProjectFixture {
  /// The files are kept in memory: rules about projects read some of them late, when the folder is gone.
  static func inventory(_ files: [String: String]) throws -> Inventory {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    var inventory = try Discovery().inventory(at: folder.path)
    func kept(_ file: SourceFile) throws -> SourceFile {
      SourceFile(path: file.path, contents: try file.bytes(), kind: file.kind, context: file.context)
    }
    inventory.files = try inventory.files.map(kept)
    inventory.others = try inventory.others.map(kept)
    return inventory
  }

  /// The facts that rules about the project are given.
  static func facts(_ files: [String: String]) throws -> ProjectFacts {
    let inventory = try inventory(files)
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let results = inventory.files.map { auditor.audit($0) }
    return ProjectFacts(
      inventory: inventory, propertyLists: results.compactMap(\.propertyList),
      imports: results.reduce(into: []) { $0.formUnion($1.imports) }, evidence: results.flatMap(\.evidence),
      uses: results.reduce(into: [:]) { $0.merge($1.uses) { $0 + $1 } }, apiUses: results.flatMap(\.apiUses),
      interfaces: results.compactMap(\.interface))
  }

  /// A project file with an app target and a test target; `target` and `project` are settings of `Release`.
  static func pbxproj(
    target: String = "", project: String = "", base: String = "", packages: String = "",
    script: String = "echo \"hi\"\n"
  ) -> String {
    """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        A1 /* a.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* a.swift */; };
        A2 = {isa = PBXBuildFile; fileRef = F2; };
        F1 = {isa = PBXFileReference; path = a.swift; sourceTree = "<group>"; };
        F2 = {isa = PBXFileReference; path = Checks.swift; sourceTree = "<group>"; };
        F3 = {isa = PBXFileReference; path = Release.xcconfig; sourceTree = SOURCE_ROOT; };
        G0 = {isa = PBXGroup; children = (G1, F3, S1); sourceTree = "<group>"; };
        G1 = {isa = PBXGroup; children = (F1, F2); path = App; sourceTree = "<group>"; };
        S1 = {isa = PBXFileSystemSynchronizedRootGroup; path = Modern; sourceTree = "<group>"; };
        B1 = {isa = PBXSourcesBuildPhase; files = (A1); };
        B2 = {isa = PBXSourcesBuildPhase; files = (A2); };
        B3 = {isa = PBXShellScriptBuildPhase; shellScript = \(quoted(script)); };
        T1 = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; \
    buildPhases = (B1, B3); buildConfigurationList = L1; fileSystemSynchronizedGroups = (S1); };
        T2 = {isa = PBXNativeTarget; name = Checks; productType = "com.apple.product-type.bundle.unit-test"; \
    buildPhases = (B2); buildConfigurationList = L2; };
        C1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {ENABLE_TESTABILITY = YES; }; };
        C2 = {isa = XCBuildConfiguration; name = Release; \(base) buildSettings = {
          \(target)
        }; };
        C3 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
          \(project)
        }; };
        C4 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {}; };
        L1 = {isa = XCConfigurationList; buildConfigurations = (C1, C2); defaultConfigurationName = Release; };
        L2 = {isa = XCConfigurationList; buildConfigurations = (); };
        L3 = {isa = XCConfigurationList; buildConfigurations = (C4, C3); defaultConfigurationName = Release; };
        P0 = {isa = PBXProject; mainGroup = G0; buildConfigurationList = L3; targets = (T1, T2); \
    packageReferences = (\(packages.isEmpty ? "" : "R1")); };
        \(packages)
      };
      rootObject = P0;
    }
    """
  }

  /// A text in quotes as project files write it.
  static func quoted(_ text: String) -> String {
    let escapes = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n")]
    return "\"" + escapes.reduce(text) { $0.replacing($1.0, with: $1.1) } + "\""
  }

  /// An XML property list with a dictionary.
  static func plist(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(body)
    </dict>
    </plist>
    """
  }
}
