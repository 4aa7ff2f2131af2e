import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct URLParameterInjectionTests {
  @Test(arguments: [
    #"func find() { load(URL(string: ⟦"https://tsukimi.example/find?word=\(wordField.text!)"⟧)!) }"#,
    #"""
    func login() {
      request.httpBody = ⟦"user=\(userField.text!)&kind=app"⟧.data(using: .utf8)
    }
    """#,
    #"""
    func find() {
      let word = searchBar.text!.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!
      load(URL(string: ⟦"https://tsukimi.example/find?word=\(searchBar.text!.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!)"⟧)!)
    }
    """#,
    #"""
    func message() {
      let text = ⟦"tsukimi://?to=\(toField.text!)&text=hi"⟧
      let encoded = text.addingPercentEncoding(withAllowedCharacters: CharacterSet.urlQueryAllowed)
      app.open(URL(string: encoded!)!)
    }
    """#,
    #"""
    func search(_ words: String) {
      let text = words.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
      load(URL(string: ⟦"https://tsukimi.example/find?words=\(text)&page=1"⟧))
    }
    """#,
    #"""
    func signIn(member: String, password: String) {
      request.httpBody = ⟦"member=\(member)&password=\(password)"⟧.data(using: .utf8)
    }
    """#,
    """
    func find() { load(URL(string: ⟦"https://tsukimi.example/find?a=1&word=" + wordField.text!⟧)!) }
    """,
  ])
  func speaks(_ source: String) { expect(URLParameterInjection.self, in: source) }

  @Test(arguments: [
    "func find() { components.queryItems = [URLQueryItem(name: \"word\", value: wordField.text)] }",
    #"func page(_ number: Int) -> URL? { URL(string: "https://tsukimi.example/list?page=\(number)") }"#,
    #"func note() { load(URL(string: "https://tsukimi.example/notes/\(idField.text!)")!) }"#,
    #"let label = "name=\(nameField.text!)""#,
    #"func open(_ id: UUID) -> URL? { URL(string: "tsukimi://note?id=\(id.uuidString)") }"#,
    // A parameter of which nothing is known, put in as it is.
    #"func note(_ id: String) { load(URL(string: "https://tsukimi.example/notes?id=\(id)")!) }"#,
    // A password in an address is judged by another rule.
    #"func signIn(password: String) { load(URL(string: "https://tsukimi.example/login?password=\(password)")!) }"#,
  ])
  func isSilent(_ source: String) { expect(URLParameterInjection.self, in: source) }
}
