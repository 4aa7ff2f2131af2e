import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct MethodSwizzlingTests {
  @Test(arguments: [
    """
    extension UIViewController {
      static let swizzle: Void = {
        guard let a = class_getInstanceMethod(UIViewController.self, #selector(viewDidAppear)) else { return }
        ⟦method_exchangeImplementations(a, b)⟧
      }()
    }
    """,
    """
    ⟦class_replaceMethod(URLSession.self, selector, implementation, types)⟧
    """,
    """
    let old = ⟦method_setImplementation(method, imp_implementationWithBlock(block))⟧
    """,
  ])
  func speaks(_ source: String) { expect(MethodSwizzling.self, in: source) }

  @Test(arguments: [
    """
    let method = class_getInstanceMethod(type, selector)
    """,
    """
    // method_exchangeImplementations(a, b)
    let name = "method_exchangeImplementations"
    """,
    """
    registry.exchange(a, b)
    """,
  ])
  func isSilent(_ source: String) { expect(MethodSwizzling.self, in: source) }

  @Test(arguments: [
    ("UIViewController", Severity.info), ("UINavigationBar", .info), ("UserDefaults", .low),
    ("UITextField", .low),
    ("WKWebView", .low),
  ])
  func appearanceIsOnlyWorthKnowing(_ type: String, _ severity: Severity) {
    let source = """
      func exchange() {
        let a = class_getInstanceMethod(\(type).self, #selector(viewDidAppear))
        let b = class_getInstanceMethod(\(type).self, #selector(traced))
        ⟦method_exchangeImplementations(a, b)⟧
      }
      """
    expect(MethodSwizzling.self, in: source, severity: severity)
  }

  /// Adding a method, then replacing or exchanging one, is one exchange.
  @Test func twoWaysToOneExchange() {
    expect(
      MethodSwizzling.self,
      in: """
        func exchange() {
          if class_addMethod(type, first, implementation, types) {
            ⟦class_replaceMethod(type, second, implementation, types)⟧
          } else {
            method_exchangeImplementations(a, b)
          }
        }
        """)
    expect(
      MethodSwizzling.self,
      inObjectiveC: Self.load(
        "Class c = [self class]; if (class_addMethod(c, s, i, t)) { ⟦class_replaceMethod(c, s, i, t)⟧; } else { method_exchangeImplementations(a, b); }"
      ), severity: .info)
  }

  private static func load(_ body: String) -> String {
    "@implementation UIViewController (Trace)\n+ (void)load { \(body) }\n@end"
  }

  @Test(arguments: [
    load(
      "Method a = class_getInstanceMethod([self class], @selector(x)); ⟦method_exchangeImplementations(a, b)⟧;"
    ),
    load("Class c = NSClassFromString(@\"NSURLSession\"); ⟦class_replaceMethod(c, s, i, t)⟧;"),
    load("Method a = class_getInstanceMethod([NSWindow class], s); ⟦method_setImplementation(a, i)⟧;"),
    "void swap(Class c) { Method a = class_getInstanceMethod(c, s); ⟦method_setImplementation(a, i)⟧; }",
  ])
  func speaksOfClassesThatShowOrProtect(_ source: String) {
    expect(MethodSwizzling.self, inObjectiveC: source, confidence: .medium)
  }

  @Test(arguments: [
    load("Method a = class_getClassMethod([NSObject class], s); ⟦method_setImplementation(a, i)⟧;"),
    load(
      "⟦method_exchangeImplementations(class_getInstanceMethod(NSClassFromString(@\"NSMutableArray\"), s), b)⟧;"
    ),
    "static void patch(void) { Class NSBundle = objc_getClass(\"NSBundle\"); Method a = class_getClassMethod(NSBundle, s); ⟦method_exchangeImplementations(a, b)⟧; }",
  ])
  func otherClassesAreDoubtful(_ source: String) {
    expect(MethodSwizzling.self, inObjectiveC: source, confidence: .low)
  }
}
