import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DynamicCodeLoadingTests {
  @Test(arguments: [
    """
    func start() {
      let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      let handle = ⟦dlopen(folder.appendingPathComponent("filter.dylib").path, RTLD_NOW)⟧
    }
    """,
    "func start() { ⟦dlopen(NSTemporaryDirectory() + \"patch.dylib\", RTLD_LAZY)⟧ }",
    "func start() { ⟦dlopen(\"/tmp/patch.dylib\", RTLD_LAZY)⟧ }",
    """
    func start() {
      let folder = URL.applicationSupportDirectory.appending(path: "PlugIns")
      ⟦Bundle(url: folder.appending(path: "Theme.bundle"))?.load()⟧
    }
    """,
    """
    func start() throws {
      let folder = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let plugin = Bundle(path: folder.path + "/Theme.bundle")
      try ⟦plugin?.loadAndReturnError()⟧
    }
    """,
    """
    func start() throws {
      let folder = URL.applicationSupportDirectory.appending(path: "PlugIns")
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        guard let bundle = Bundle(url: file) else { continue }
        ⟦bundle.load()⟧
      }
    }
    """,
    """
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
      guard let url = contexts.first?.url else { return }
      ⟦Bundle(url: url)?.load()⟧
    }
    """,
    """
    func start() {
      guard let bundle = Bundle(url: URL.documentsDirectory.appending(path: "P.bundle")),
        let type = ⟦bundle.principalClass⟧ as? NSObject.Type
      else { return }
    }
    """,
    """
    func update() async throws {
      let (file, _) = try await URLSession.shared.download(from: address)
      ⟦dlopen(file.path, RTLD_NOW)⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(DynamicCodeLoading.self, in: source) }

  @Test(arguments: [
    "func start() { dlopen(\"/usr/lib/libSystem.B.dylib\", RTLD_NOW) }",
    "func start() { dlopen(nil, RTLD_NOW) }",
    // Asks whether a library is there.
    "func isInjected() -> Bool { dlopen(\"/tmp/frida.dylib\", RTLD_NOLOAD) != nil }",
    """
    func start() {
      guard let folder = Bundle.main.privateFrameworksURL else { return }
      dlopen(folder.appendingPathComponent("filter.dylib").path, RTLD_NOW)
    }
    """,
    """
    func start() {
      let folder = Bundle.main.builtInPlugInsURL
      folder.flatMap { Bundle(url: $0.appending(path: "Theme.bundle")) }?.load()
    }
    """,
    // The path begins in the app, whatever it is shortened by.
    """
    func start() {
      let folder = Bundle.main.bundlePath.replacingOccurrences(of: NSHomeDirectory(), with: "")
      dlopen(folder + "/Frameworks/filter.dylib", RTLD_NOW)
    }
    """,
    // Texts in another language are no code.
    """
    func texts() -> Bundle? {
      let folder = URL.documentsDirectory.appending(path: "de.lproj")
      return Bundle(url: folder)
    }
    """,
    """
    func start(_ requirement: SecRequirement) throws {
      let file = URL.applicationSupportDirectory.appending(path: "Theme.bundle")
      guard SecStaticCodeCheckValidity(try code(file), [], requirement) == errSecSuccess else { return }
      Bundle(url: file)?.load()
    }
    """,
    """
    func open(_ url: URL) {
      web.load(URLRequest(url: url))
      model.load()
    }
    """,
    "let isTest = NSClassFromString(\"XCTestCase\") != nil",
    "let delegate = Bundle.main.principalClass",
  ])
  func isSilent(_ source: String) { expect(DynamicCodeLoading.self, in: source) }

  private static func method(_ body: String) -> String { "@implementation A\n- (void)run { \(body) }\n@end" }

  @Test(arguments: [
    method(
      """
      NSString *path = [NSTemporaryDirectory() stringByAppendingPathComponent:@"patch.dylib"];
      void *handle = ⟦dlopen(path.UTF8String, RTLD_NOW)⟧;
      """),
    method(
      """
      NSString *folder = NSSearchPathForDirectoriesInDomains(NSDocumentDirectory, NSUserDomainMask, YES)[0];
      NSBundle *plugIn = [NSBundle bundleWithPath:[folder stringByAppendingPathComponent:@"P.bundle"]];
      ⟦[plugIn load]⟧;
      """),
    method(
      "Class c = ⟦[[NSBundle bundleWithPath:[NSHomeDirectory() stringByAppendingString:@\"/P\"]] principalClass]⟧;"
    ),
    method("void *handle = dlopen(\"/usr/lib/libobjc.A.dylib\", RTLD_NOW);"),
    method("void *handle = dlopen(\"/tmp/frida.dylib\", RTLD_NOLOAD);"),
    method(
      """
      NSString *path = [[NSBundle mainBundle] pathForResource:@"P" ofType:@"bundle"];
      [[NSBundle bundleWithPath:path] load];
      """),
    method("[self.tableView load];"),
  ])
  func looksAtObjectiveC(_ source: String) { expect(DynamicCodeLoading.self, inObjectiveC: source) }

  @Test(arguments: [
    "⟦- JSPatch (1.1.3)⟧", "⟦- MangoFix (1.5.4)⟧", "⟦- CodePush (7.0.5)⟧", "- Alamofire (5.10.2)",
    "- JavaScriptKit (1.0)",
  ])
  func looksAtDependencies(_ pod: String) throws {
    try expect(DynamicCodeLoading.self, in: ["Podfile.lock": "PODS:\n  \(pod)\n"])
  }

  @Test func acceptsSignedUpdates() throws {
    try expect(
      DynamicCodeLoading.self,
      in: [
        "Podfile.lock": "PODS:\n  - CodePush (7.0.5)\n",
        "App/Info.plist": ProjectFixture.plist("<key>CodePushPublicKey</key><string>MIIB</string>"),
      ])
  }
}
