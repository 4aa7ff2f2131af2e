import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct IntegrityCheckDisabledTests {
  @Test(arguments: [
    """
    static func ⟦isDebuggerAttached() -> Bool {
      // TODO: fails in CI
      return false⟧
    }
    """,
    """
    var ⟦isJailbroken: Bool { false⟧ }
    """,
    """
    class Integrity {
      func ⟦checkIntegrity(_ level: Int) -> Bool {
        return true⟧
        return hash() == expected
      }
    }
    """,
    """
    func isTampered() -> Bool {
      do {
        return try hash() != expected
      } catch {
        ⟦return false⟧
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(IntegrityCheckDisabled.self, in: source) }

  @Test(arguments: [
    """
    func isJailbroken() -> Bool {
      #if targetEnvironment(simulator)
        return false
      #else
        return look()
      #endif
    }
    """,
    """
    func isJailbroken() -> Bool { paths.contains(where: exists) }
    """,
    """
    struct MockIntegrity { func isJailbroken() -> Bool { false } }
    """,
    """
    var isEnabled: Bool { false }
    """,
    """
    func isDebuggerAttached() -> Bool {
      guard sysctl(&name, 4, &info, &size, nil, 0) == 0 else { return true }
      return info.kp_proc.p_flag & P_TRACED != 0
    }
    """,
  ])
  func isSilent(_ source: String) { expect(IntegrityCheckDisabled.self, in: source) }
}
