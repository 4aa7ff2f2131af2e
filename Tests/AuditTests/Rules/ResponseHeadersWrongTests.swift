import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ResponseHeadersWrongTests {
  @Test(arguments: [
    "⟦request.addValue(\"no-store, no-cache\", forHTTPHeaderField: \"pragma\")⟧",
    "⟦request.setValue(\"nosniff\", forHTTPHeaderField: \"X-Content-Type-Options\")⟧",
    "configuration.httpAdditionalHeaders = [⟦\"X-Frame-Options\": \"DENY\"⟧, \"Accept\": \"*/*\"]",
    """
    var headers = [String: String]()
    headers["Accept"] = "application/json"
    ⟦headers["Strict-Transport-Security"] = "max-age=1"⟧
    request.allHTTPHeaderFields = headers
    """,
    """
    let isStrict = ⟦response.value(forHTTPHeaderField: "Strict-Transport-Security") != nil⟧
    """,
    "if ⟦response.allHeaderFields[\"strict-transport-security\"] == nil⟧ { warn() }",
  ])
  func speaks(_ source: String) { expect(ResponseHeadersWrong.self, in: source, severity: .info) }

  @Test(arguments: [
    "request.setValue(\"no-cache\", forHTTPHeaderField: \"Pragma\")",
    "request.setValue(\"no-store\", forHTTPHeaderField: \"Cache-Control\")",
    "response.headers.add(name: \"X-Content-Type-Options\", value: \"nosniff\")",
    "let header = response.value(forHTTPHeaderField: \"Strict-Transport-Security\")",
    "defaults.setValue(\"no-store\", forKey: \"Pragma\")",
  ])
  func isSilent(_ source: String) { expect(ResponseHeadersWrong.self, in: source) }
}
