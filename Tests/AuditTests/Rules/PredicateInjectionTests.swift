import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PredicateInjectionTests {
  @Test(arguments: [
    """
    func friends(matching typed: String) {
      request.predicate = NSPredicate(format: ⟦"nickname CONTAINS[cd] '\\(typed)'"⟧)
    }
    """,
    """
    let predicate = NSPredicate(format: ⟦"name == '" + searchBar.text! + "'"⟧)
    """,
    """
    import RealmSwift
    func find(_ name: String) { results = realm.objects(Dog.self).filter(⟦"name = '\\(name)'"⟧) }
    """,
    """
    func find(name: String) {
      let format = ⟦String(format: "name BEGINSWITH '%@'", name)⟧
      fetch.predicate = NSPredicate(format: format)
    }
    """,
  ])
  func speaks(_ source: String) { expect(PredicateInjection.self, in: source) }

  @Test(arguments: [
    """
    request.predicate = NSPredicate(format: "nickname CONTAINS[cd] %@", typed)
    """,
    """
    request.predicate = NSPredicate(format: "\\(#keyPath(Friend.name)) == %@", typed)
    """,
    """
    func find(age: Int) { request.predicate = NSPredicate(format: "age > \\(age)") }
    """,
    """
    func all(_ format: String) { request.predicate = NSPredicate(format: format) }
    """,
    """
    names.filter("abc".contains)
    """,
  ])
  func isSilent(_ source: String) { expect(PredicateInjection.self, in: source) }

  @Test func isUnsureAboutTheSubject() {
    expect(
      PredicateInjection.self,
      in: "func find(_ term: String) { fetch(NSPredicate(format: ⟦\"\\(term) == %@\"⟧, 1)) }",
      confidence: .low)
  }
}
