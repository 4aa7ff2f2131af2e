import OmamoriReport
import Testing

@testable import OmamoriScanner

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
}
