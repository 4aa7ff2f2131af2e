import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct JailbreakCheckWeakTests {
  @Test(arguments: [
    """
    enum Device {
      private static let paths = ["/Applications/Cydia.app", "/bin/bash"]
      static var ⟦isTampered⟧: Bool {
        for path in paths where FileManager.default.fileExists(atPath: path) { return true }
        return canOpen()
      }
      static func canOpen() -> Bool { UIApplication.shared.canOpenURL(URL(string: "cydia://package/x")!) }
    }
    """,
    """
    @objc dynamic func ⟦isJailbroken⟧() -> Bool {
      let fileManager = FileManager.default
      if fileManager.fileExists(atPath: "/Library/MobileSubstrate/MobileSubstrate.dylib") { return true }
      return false
    }
    """,
    """
    class Checker {
      class func ⟦deviceIsRooted⟧(_ strict: Bool) -> Bool {
        return NSFileManager.defaultManager().fileExistsAtPath("/private/var/lib/apt/")
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(JailbreakCheckWeak.self, in: source) }

  @Test(arguments: [
    """
    func signals() -> [String] { ["/Applications/Cydia.app"].filter { FileManager.default.fileExists(atPath: $0) } }
    """,
    """
    import DeviceCheck
    func isJailbroken() -> Bool { FileManager.default.fileExists(atPath: "/Applications/Cydia.app") }
    """,
    """
    func hasShell() -> Bool { FileManager.default.fileExists(atPath: "/bin/bash") }
    """,
    """
    let article = "Cydia was an app"
    """,
    """
    func isSign(_ text: String) -> Bool { ["/var/jb", "/Applications/Cydia.app"].contains(text) }
    """,
  ])
  func isSilent(_ source: String) { expect(JailbreakCheckWeak.self, in: source) }

  @Test func notesTheCheck() {
    let text = TextSource(
      path: "App.swift",
      bytes: Array("func signs() -> [Bool] { [fileExists(\"/Applications/Cydia.app\")] }".utf8))
    var report = FileReport(text)
    JailbreakCheckWeak().check(SwiftSource(text), &report)
    #expect(report.evidence.map(\.kind) == [.integrityCheck])
  }
}
