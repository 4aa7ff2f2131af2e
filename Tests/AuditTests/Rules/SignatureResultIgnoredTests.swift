import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SignatureResultIgnoredTests {
  @Test(arguments: [
    """
    func apply(_ update: Data, _ signature: Data) throws {
      _ = ⟦key.isValidSignature(signature, for: update)⟧
      try install(update)
    }
    """,
    """
    func apply(_ update: Data, _ signature: Data) throws {
      if !⟦key.isValidSignature(signature, for: update)⟧ { print("bad signature") }
      try install(update)
    }
    """,
    """
    func apply(_ update: Data, _ signature: Data) throws {
      let isValid = ⟦SecKeyVerifySignature(key, algorithm, update as CFData, signature as CFData, nil)⟧
      logger.info("valid: \\(isValid)")
      try install(update)
    }
    """,
    """
    func open(_ token: String) throws {
      do {
        try ⟦signers.verify(token)⟧
      } catch {
        print(error)
      }
      start(token)
    }
    """,
    """
    func open(_ token: String) throws {
      _ = try? ⟦signers.verify(token)⟧
      start(token)
    }
    """,
    """
    func open(_ token: String) {
      ⟦checker.verifySignature(of: token) { _ in start(token) }⟧
      finish()
    }
    """,
  ])
  func speaks(_ source: String) { expect(SignatureResultIgnored.self, in: source) }

  @Test(arguments: [
    """
    func apply(_ update: Data, _ signature: Data) throws {
      guard key.isValidSignature(signature, for: update) else { throw Failure.forged }
      try install(update)
    }
    """,
    """
    func isGenuine(_ update: Data, _ signature: Data) -> Bool { key.isValidSignature(signature, for: update) }
    """,
    """
    func apply(_ update: Data, _ signature: Data) throws {
      if !key.isValidSignature(signature, for: update) {
        print("bad signature")
        return
      }
      try install(update)
    }
    """,
    """
    func apply(_ update: Data, _ signature: Data) {
      let isValid = key.isValidSignature(signature, for: update)
      if isValid { install(update) }
      finish()
    }
    """,
    """
    func open(_ token: String) throws {
      try signers.verify(token)
      start(token)
    }
    """,
    """
    func open(_ token: String) {
      do {
        try signers.verify(token)
        start(token)
      } catch {
        print(error)
      }
    }
    """,
    """
    func open(_ token: String) {
      checker.verifySignature(of: token) { isValid in if isValid { start(token) } }
      finish()
    }
    """,
    """
    func open(_ body: Data) {
      verifier.verifyAndDecode(body) { (result: Result<Settings, Error>) in
        if case .success(let settings) = result { apply(settings) }
      }
      finish()
    }
    """,
    """
    func open(_ token: String, handler: @escaping (Bool) -> Void) {
      start()
      checker.verifySignature(of: token, resultHandler: handler)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(SignatureResultIgnored.self, in: source) }

  /// The condition is the wrong way round.
  @Test(arguments: [
    """
    func apply(_ update: Data, _ signature: Data) throws {
      guard !⟦key.isValidSignature(signature, for: update)⟧ else { throw Failure.forged }
      try install(update)
    }
    """,
    """
    func apply(_ update: Data, _ signature: Data) throws {
      if ⟦key.isValidSignature(signature, for: update)⟧ {
        logger.error("forged")
        throw Failure.forged
      }
      try install(update)
    }
    """,
    """
    func isGenuine(_ update: Data, _ code: Data) -> Bool {
      if (⟦HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: update, using: key)⟧) { return false }
      return true
    }
    """,
    """
    func read(_ update: Data, _ signature: CFData) -> Data? {
      guard !⟦SecKeyVerifySignature(key, algorithm, update as CFData, signature, nil)⟧ else { return nil }
      return update
    }
    """,
  ])
  func findsInvertedChecks(_ source: String) { expect(SignatureResultIgnored.self, in: source) }

  @Test(arguments: [
    """
    func state(_ update: Data, _ signature: Data) -> State {
      guard !key.isValidSignature(signature, for: update) else { return .genuine }
      return .forged
    }
    """,
    """
    func isForged(_ update: Data, _ signature: Data) -> Bool {
      if key.isValidSignature(signature, for: update) { return false }
      return true
    }
    """,
    """
    func isForged(_ update: Data, _ signature: Data) -> Bool { !key.isValidSignature(signature, for: update) }
    """,
  ])
  func acceptsOtherConditions(_ source: String) { expect(SignatureResultIgnored.self, in: source) }

  @Test(arguments: [
    """
    void apply(void) {
      ⟦SecKeyVerifySignature(key, algorithm, data, signature, &error)⟧;
      install(data);
    }
    """,
    """
    void apply(void) {
      if (!⟦SecKeyVerifySignature(key, algorithm, data, signature, &error)⟧) { NSLog(@"bad"); }
      install(data);
    }
    """,
    """
    void apply(void) {
      if (!SecKeyVerifySignature(key, algorithm, data, signature, &error)) { return; }
      install(data);
    }
    """,
    """
    BOOL isGenuine(void) { return SecKeyVerifySignature(key, algorithm, data, signature, &error); }
    """,
  ])
  func looksAtObjectiveC(_ source: String) { expect(SignatureResultIgnored.self, inObjectiveC: source) }
}
