import Testing

@testable import OmamoriAuth

@Suite struct RedirectURITests {
  @Test(arguments: [
    ("https://app.example/callback", RedirectURI.Kind.https), ("https://app.example:8443/a/b", .https),
    ("http://127.0.0.1:51004/callback", .loopback), ("http://[::1]:51004/callback", .loopback),
    ("com.example.app:/callback", .appScheme), ("com.example.app://callback", .appScheme),
    ("com.example.app:/cb@x", .appScheme), ("com.example.app://callback/a@b", .appScheme),
  ])
  func goodOnesAreTaken(_ text: String, _ kind: RedirectURI.Kind) throws {
    let uri = try RedirectURI(text)
    #expect(uri.kind == kind && uri.description == text)
  }

  @Test(arguments: [
    "", "app", "app:/callback", "myapp://callback", "http://app.example/callback",
    "http://localhost:8080/callback",
    "http://127.0.0.1/callback", "http://127.0.0.1.attacker.example:80/", "http://127.1:80/",
    "http://0.0.0.0:80/",
    "https://app.example", "https://APP.example/callback", "HTTPS://app.example/callback",
    "https://app.example:443/callback", "https://app.example/a/../callback",
    "https://user@app.example/callback", "com.example.app://user@callback", "com.example.app://u@c/d",
    "https://app.example/callback?x=1", "https://app.example/callback#x", "javascript:/alert(1)",
    "file:///etc/passwd",
    "data:text/html,x", "com.example.app", "com.example.app:callback", "com..app:/x", ".example:/x",
    "1com.example:/x",
    "Com.example.app:/x", "com.example.app:/a b", "com.example.app:/\u{E9}", "com.example.app:/a\r\nb",
  ])
  func othersAreRefused(_ text: String) {
    #expect(throws: AuthError.configuration(.redirectURI)) { try RedirectURI(text) }
  }

  @Test func aWebAddressIsTakenApart() throws {
    let uri = try RedirectURI("https://app.example/a/b")
    #expect(uri.webAddress?.host == "app.example" && uri.webAddress?.path == "/a/b" && uri.scheme == "https")
    #expect(try RedirectURI("com.example.app:/x").webAddress == nil)
    #expect(try RedirectURI("com.example.app:/x").scheme == "com.example.app")
  }
}
