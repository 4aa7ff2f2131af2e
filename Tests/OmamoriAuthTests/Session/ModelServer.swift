import OmamoriCore

@testable import OmamoriAuth

/// An authorization server as a value: it rotates refresh tokens, and ends a login when a spent one comes back.
struct ModelServer {
  struct Family {
    var current: Int
    var isAlive = true
    /// The spent token that came back.
    var reused: Int?
  }

  /// Whether a spent token gives the present answer again.
  let hasGrace: Bool
  private(set) var families: [Family] = []
  private var owner: [Int: Int] = [:]
  private var last = 0
  let lifetime = 300

  init(hasGrace: Bool) { self.hasGrace = hasGrace }

  private mutating func issue(_ family: Int) -> Int {
    last += 1
    owner[last] = family
    return last
  }

  mutating func login(at date: Date) -> TokenAnswer {
    families.append(Family(current: 0))
    let token = issue(families.count - 1)
    families[families.count - 1].current = token
    return answer(token, date)
  }

  private func answer(_ token: Int, _ date: Date) -> TokenAnswer {
    TokenAnswer(
      accessToken: SecretText(copying: "at-\(token)"), lifetime: .seconds(lifetime),
      refreshToken: SecretText(copying: "rt-\(token)"), sentAt: date)
  }

  static func number(_ token: SecretText) -> Int { Int(token.reveal().dropFirst(3)) ?? -1 }

  mutating func refresh(_ token: SecretText, at date: Date) -> Result<TokenAnswer, AuthError> {
    let number = Self.number(token)
    guard let family = owner[number], families[family].isAlive else {
      return .failure(.server(.invalidGrant, status: 400))
    }
    if number == families[family].current {
      families[family].current = issue(family)
      return .success(answer(families[family].current, date))
    }
    if hasGrace { return .success(answer(families[family].current, date)) }
    (families[family].isAlive, families[family].reused) = (false, number)
    return .failure(.server(.invalidGrant, status: 400))
  }

  mutating func revoke(_ token: SecretText) {
    if let family = owner[Self.number(token)] { families[family].isAlive = false }
  }

  func family(of token: SecretText) -> Int? { owner[Self.number(token)] }

  func isValid(_ access: SecretText) -> Bool {
    owner[Self.number(access)].map { families[$0].isAlive } == true
  }
}
