import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BuildScriptDownloadTests {
  @Test(arguments: [
    "curl -sSL https://tools.example.jp/setup.sh | sh",
    "wget -qO- https://tools.example.jp/setup | sudo bash -s -- --yes",
    "bash -c \"$(curl -fsSL https://tools.example.jp/install.sh)\"",
    "echo start\nzsh <(curl https://tools.example.jp/a.sh)",
    "npx swagger-gen api.json",
  ])
  func speaks(_ script: String) { #expect(BuildScriptDownload.downloadedCommand(in: script) != nil) }

  @Test(arguments: [
    "Tools/setup.sh",
    "# curl https://tools.example.jp/setup.sh | sh",
    "curl -sSL https://tools.example.jp/a.zip -o a.zip\nshasum -c a.zip.sha256",
    "npx swagger-gen@2.1.0 api.json",
    "curl -s https://api.example.jp/version | tee version.txt",
    "echo 'no curl here' | sh",
  ])
  func isSilent(_ script: String) { #expect(BuildScriptDownload.downloadedCommand(in: script) == nil) }

  @Test func findsTheScriptInTheProject() throws {
    let quiet = ProjectFixture.pbxproj()
    let loud = quiet.replacing(
      #"shellScript = "echo \"hi\"\n""#, with: #"shellScript = ⟦"curl https://a.jp/x | sh\n"⟧"#)
    #expect(loud != quiet)
    try expect(BuildScriptDownload.self, in: ["App.xcodeproj/project.pbxproj": loud], severity: .high)
    try expect(BuildScriptDownload.self, in: ["App.xcodeproj/project.pbxproj": quiet])
  }
}
