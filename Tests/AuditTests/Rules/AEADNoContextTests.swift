import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AEADNoContextTests {
  @Test(arguments: [
    """
    struct Records {
      private let key: SymmetricKey
      func seal(card: Data) throws -> Data { try ⟦ChaChaPoly.seal(card, using: key)⟧.combined }
      func seal(name: Data) throws -> Data { try ChaChaPoly.seal(name, using: self.key).combined }
    }
    """,
    """
    final class Journal {
      var journalKey = SymmetricKey(size: .bits256)
      func add(_ text: String) { box = try? ⟦AES.GCM.seal(Data(text.utf8), using: journalKey)⟧ }
      func add(_ picture: Data, completion: @escaping (Data?) -> Void) {
        queue.async { completion(try? AES.GCM.seal(picture, using: self.journalKey).combined) }
      }
    }
    """,
    """
    struct CardCipher {
      func seal(_ card: Data, for purpose: String) throws -> Data? { try ⟦AES.GCM.seal(card, using: key)⟧.combined }
    }
    """,
  ])
  func speaks(_ source: String) { expect(AEADNoContext.self, in: source, confidence: .low) }

  @Test(arguments: [
    """
    struct CardCipher {
      func seal(_ card: Data, for purpose: String) throws -> Data? {
        try AES.GCM.seal(card, using: keys[purpose]!).combined
      }
    }
    """,
    // One kind alone.
    """
    struct Notes {
      let key: SymmetricKey
      func seal(_ note: Data) throws -> Data { try ChaChaPoly.seal(note, using: key).combined }
    }
    """,
    """
    struct Records {
      let cardKey: SymmetricKey
      let nameKey: SymmetricKey
      func seal(card: Data) throws -> Data { try ChaChaPoly.seal(card, using: cardKey).combined }
      func seal(name: Data) throws -> Data { try ChaChaPoly.seal(name, using: nameKey).combined }
    }
    """,
    """
    struct Records {
      let key: SymmetricKey
      func seal(card: Data) throws -> Data { try ChaChaPoly.seal(card, using: key, authenticating: kind).combined }
      func seal(name: Data) throws -> Data { try ChaChaPoly.seal(name, using: key, authenticating: kind).combined }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(AEADNoContext.self, in: source) }
}
