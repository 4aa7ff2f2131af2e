import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let path = "App.xcodeproj/project.pbxproj"

@Suite struct BuildSymbolsNotStrippedTests {
  @Test(arguments: [
    "⟦STRIP_SWIFT_SYMBOLS = NO⟧;", "⟦STRIP_INSTALLED_PRODUCT = NO⟧;", "⟦STRIP_STYLE = debugging⟧;",
    "⟦COPY_PHASE_STRIP = NO⟧; DEPLOYMENT_POSTPROCESSING = YES;",
  ])
  func speaks(_ setting: String) throws {
    try expect(
      BuildSymbolsNotStripped.self, in: [path: ProjectFixture.pbxproj(target: setting)], severity: .medium)
    try expect(BuildSymbolsNotStripped.self, in: [path: ProjectFixture.pbxproj(project: setting)])
  }

  @Test(arguments: ["STRIP_SWIFT_SYMBOLS = YES;", "COPY_PHASE_STRIP = NO;", "STRIP_STYLE = all;", ""])
  func isSilent(_ setting: String) throws {
    try expect(BuildSymbolsNotStripped.self, in: [path: ProjectFixture.pbxproj(target: setting)])
  }

  @Test func theTargetWins() throws {
    try expect(
      BuildSymbolsNotStripped.self,
      in: [
        path: ProjectFixture.pbxproj(
          target: "STRIP_SWIFT_SYMBOLS = YES;", project: "STRIP_SWIFT_SYMBOLS = NO;")
      ])
  }

  @Test func configurationFilesCount() throws {
    let project = ProjectFixture.pbxproj(base: "baseConfigurationReference = F3;")
    try expect(
      BuildSymbolsNotStripped.self,
      in: [path: project, "Release.xcconfig": "// x\n⟦STRIP_SWIFT_SYMBOLS = NO⟧ // why\n"])
    try expect(
      BuildSymbolsNotStripped.self, in: [path: project, "Other.xcconfig": "STRIP_SWIFT_SYMBOLS = NO"])
  }
}

@Suite struct BuildReleaseDebuggableTests {
  @Test(arguments: [
    ("⟦ENABLE_TESTABILITY = YES⟧;", Severity.medium), ("⟦SWIFT_OPTIMIZATION_LEVEL = \"-Onone\"⟧;", .medium),
    ("⟦GCC_OPTIMIZATION_LEVEL = 0⟧;", .medium), ("⟦SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG⟧;", .medium),
    ("⟦GCC_PREPROCESSOR_DEFINITIONS = (\"DEBUG=1\", \"$(inherited)\")⟧;", .medium),
    ("⟦OTHER_SWIFT_FLAGS = \"-DDEBUG\"⟧;", .medium), ("⟦DEBUG_INFORMATION_FORMAT = dwarf⟧;", .low),
    ("⟦ONLY_ACTIVE_ARCH = YES⟧;", .low),
  ])
  func speaks(_ setting: String, _ severity: Severity) throws {
    try expect(
      BuildReleaseDebuggable.self, in: [path: ProjectFixture.pbxproj(target: setting)], severity: severity)
  }

  @Test(arguments: [
    "ENABLE_TESTABILITY = NO;", "SWIFT_OPTIMIZATION_LEVEL = \"-O\";",
    "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUGGER;",
    "DEBUG_INFORMATION_FORMAT = \"dwarf-with-dsym\";", "GCC_PREPROCESSOR_DEFINITIONS = \"NDEBUG=1\";", "",
  ])
  func isSilent(_ setting: String) throws {
    try expect(BuildReleaseDebuggable.self, in: [path: ProjectFixture.pbxproj(target: setting)])
  }

  @Test func inheritedConditionsAreSeen() throws {
    try expect(
      BuildReleaseDebuggable.self,
      in: [
        path: ProjectFixture.pbxproj(
          target: "⟦SWIFT_ACTIVE_COMPILATION_CONDITIONS = \"$(inherited) X\"⟧;",
          project: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG;")
      ])
  }
}
