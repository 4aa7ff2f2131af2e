import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PinSingleTests {
  @Test(arguments: [
    #"let pins: Set<String> = ⟦["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="]⟧"#,
    #"static let pinned = ["api.tsukimi.jp": ⟦["sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="]⟧]"#,
    """
    let configuration = [kTSKPinnedDomains: ["a.jp": [
      kTSKPublicKeyHashes: ⟦["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="]⟧]]]
    """,
    """
    let primary = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    pinner.publicKeyHashes = ⟦[primary]⟧
    """,
  ])
  func speaks(_ source: String) { expect(PinSingle.self, in: source) }

  @Test(arguments: [
    """
    let pins: Set<String> = ["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="]
    """,
    #"let pins = ["Kyoto"]"#,
    #"let opinions = ["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="]"#,
    "let pins: [String] = []",
  ])
  func isSilent(_ source: String) { expect(PinSingle.self, in: source) }
}
