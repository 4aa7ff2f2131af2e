import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BuildNotReproducibleTests {
  @Test(arguments: [
    (#"/usr/libexec/PlistBuddy -c "Set :BuildDate $(date)" "$TARGET_BUILD_DIR/$INFOPLIST_PATH""#, 1, "date"),
    (
      "buildDate=`date +%Y%m%d`\n/usr/libexec/PlistBuddy -c \"Add :Built string $buildDate\" Info.plist", 2,
      "date"
    ),
    (
      "plutil -replace BuildHost -string \"$(hostname)\" \"${TARGET_BUILD_DIR}/${INFOPLIST_PATH}\"", 1,
      "hostname"
    ),
    ("who=$(whoami)\necho \"let builder = \\\"${who}\\\"\" > App/BuildInfo.swift", 2, "whoami"),
    ("agvtool new-version -all $(date +%s)", 1, "date"),
    (
      "OUT=\"$BUILT_PRODUCTS_DIR/info.json\"\necho \"{\\\"id\\\": \\\"$(uuidgen)\\\"}\" > \"$OUT\"", 2,
      "uuidgen"
    ),
    ("NOW=$(date -u)\ncat > \"$SRCROOT/App/Stamp.h\" <<EOF\n#define BUILT \"$NOW\"\nEOF", 3, "date"),
    ("sed -i '' \"s|BUILDER|$USER|\" App/Constants.swift", 1, "$USER"),
    (
      "if [ \"$CONFIGURATION\" = \"Debug\" ]; then\n  echo debug\nelse\n  defaults write \"$PLIST\" Built \"$(date)\"\nfi",
      4, "date"
    ),
  ])
  func speaks(_ script: String, line: Int, value: String) {
    let found = ScriptWrites.first(in: script)
    #expect(found?.line == line)
    #expect(found?.value == value)
  }

  @Test(arguments: [
    "commit=$(git log -1 --format=%cd)\n/usr/libexec/PlistBuddy -c \"Set :BuildDate $commit\" Info.plist",
    "buildDate=$(date -r $(git log -1 --format=%ct))\n/usr/libexec/PlistBuddy -c \"Set :Built $buildDate\" Info.plist",
    "stamp=$(date -u -d \"@$SOURCE_DATE_EPOCH\")\nplutil -replace Built -string \"$stamp\" Info.plist",
    "echo \"Build started at $(date)\"",
    "start=$(date +%s)\nmake\necho \"took $(( $(date +%s) - start )) s\" >> build.log",
    "date=$(git show -s --format=%ci)\necho \"let date = \\\"$date\\\"\" > App/BuildInfo.swift",
    "if [ \"$CONFIGURATION\" = \"Debug\" ]; then\n  plutil -replace Built -string \"$(date)\" Info.plist\nfi",
    "if [ \"$CONFIGURATION\" != \"Debug\" ]; then\n  exit 0\nfi\nplutil -replace Built -string \"$(date)\" Info.plist",
    "# plutil -replace Built -string \"$(date)\" Info.plist",
    "plutil -replace BuildNumber -string \"$(git rev-list --count HEAD)\" Info.plist",
    "cp \"/Users/$USER/keys.plist\" .\nsed -i '' 's/a/b/' App/a.swift",
    "cat > App/Stamp.h <<'EOF'\n#define NOTE \"$(date)\"\nEOF",
    "xcodebuild -version > \"$TARGET_BUILD_DIR/toolchain.txt\" 2>/dev/null",
    "update=$(datefmt 1)\nplutil -replace Built -string \"$update\" Info.plist",
  ])
  func isSilent(_ script: String) { #expect(ScriptWrites.first(in: script) == nil) }

  private static let path = "App.xcodeproj/project.pbxproj"

  @Test func buildPhasesAndTheScriptsThatTheyRun() throws {
    let quiet = ProjectFixture.pbxproj(script: "\"$SRCROOT/Scripts/stamp.sh\"\n")
    let stamp = "#!/bin/sh\n⟦plutil -replace Built -string \"$(date)\" Info.plist⟧\n"
    try expect(
      BuildNotReproducible.self, in: [Self.path: quiet, "Scripts/stamp.sh": stamp], severity: .low)
    let plain = stamp.filter { $0 != "⟦" && $0 != "⟧" }
    try expect(BuildNotReproducible.self, in: [Self.path: quiet, "Scripts/other.sh": plain])
    let script = ProjectFixture.quoted("agvtool new-version -all $(date +%s)\n")
    let loud = quiet.replacing(ProjectFixture.quoted("\"$SRCROOT/Scripts/stamp.sh\"\n"), with: "⟦\(script)⟧")
    #expect(loud != quiet)
    try expect(BuildNotReproducible.self, in: [Self.path: loud])
  }

  @Test func aPhaseOfATestTargetIsNotReleased() throws {
    let script = ProjectFixture.pbxproj(script: "agvtool new-version -all $(date +%s)\n")
    let tests = script.replacing("buildPhases = (B1, B3)", with: "buildPhases = (B1)")
      .replacing("buildPhases = (B2)", with: "buildPhases = (B2, B3)")
    #expect(tests != script)
    try expect(BuildNotReproducible.self, in: [Self.path: tests])
  }

  @Test(arguments: [
    "⟦GCC_PREPROCESSOR_DEFINITIONS = \"BUILDER=$(USER)\"⟧;", "⟦OTHER_CFLAGS = \"-DHOST=$(HOSTNAME)\"⟧;",
    "GCC_PREPROCESSOR_DEFINITIONS = \"VERSION=$(MARKETING_VERSION)\";", "DSTROOT = \"/tmp/$(USER)\";",
  ])
  func settings(_ setting: String) throws {
    try expect(BuildNotReproducible.self, in: [Self.path: ProjectFixture.pbxproj(target: setting)])
  }

  @Test(arguments: [
    "NSString *built(void) { return stamped(⟦__DATE__⟧, __TIME__); }",
    "#define BUILD_TIME ⟦__TIME__⟧\nconst char *stamp(void) { return BUILD_TIME; }",
    "- (void)about { self.label.text = [NSString stringWithUTF8String:⟦__DATE__⟧]; }",
    "#if DEBUG\nconst char *now = __DATE__;\n#endif\n",
    "- (void)log { NSLog(@\"%s:%d\", __FILE__, __LINE__); }",
    "// built on __DATE__\nconst char *name = \"__TIME__\";",
  ])
  func macros(_ source: String) {
    expect(BuildNotReproducible.self, inObjectiveC: source, severity: .low, confidence: .high)
  }
}
