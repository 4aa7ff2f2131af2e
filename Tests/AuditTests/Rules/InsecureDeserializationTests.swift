import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct InsecureDeserializationTests {
  @Test(arguments: [
    """
    if let saved = try ⟦NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(archive)⟧ as? [ChatLine] { lines = saved }
    """,
    """
    let user = ⟦NSKeyedUnarchiver.unarchiveObject(withFile: path)⟧ as! User
    """,
    """
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    ⟦reader.requiresSecureCoding = false⟧
    """,
    """
    let reader = ⟦NSKeyedUnarchiver(forReadingWith: data)⟧
    """,
    """
    let transformer = ValueTransformer(forName: .⟦keyedUnarchiveFromDataTransformerName⟧)
    """,
    """
    let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: ⟦[NSArray.self, NSObject.self]⟧, from: data)
    """,
    """
    let data = try NSKeyedArchiver.archivedData(withRootObject: lines, requiringSecureCoding: ⟦false⟧)
    """,
  ])
  func speaks(_ source: String) { expect(InsecureDeserialization.self, in: source) }

  @Test(arguments: [
    """
    let lines = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, Line.self], from: data)
    """,
    """
    reader.requiresSecureCoding = true
    """,
    """
    let data = try NSKeyedArchiver.archivedData(withRootObject: lines, requiringSecureCoding: true)
    """,
    """
    let lines = try JSONDecoder().decode([Line].self, from: data)
    """,
    """
    let copy = NSKeyedUnarchiver.unarchiveObject(with: NSKeyedArchiver.archivedData(withRootObject: card)) as? CardView
    """,
    """
    func copied(_ card: CardView) -> CardView? {
      let data = NSKeyedArchiver.archivedData(withRootObject: card)
      return NSKeyedUnarchiver.unarchiveObject(with: data) as? CardView
    }
    """,
    """
    guard let path = Bundle.main.path(forResource: "stickers", ofType: "archive") else { return }
    let stickers = NSKeyedUnarchiver.unarchiveObject(withFile: path)
    """,
    """
    let transformer = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
    """,
    """
    let author = coder.decodeObject(of: NSString.self, forKey: "author")
    """,
  ])
  func isSilent(_ source: String) { expect(InsecureDeserialization.self, in: source) }
}
