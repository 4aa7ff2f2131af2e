import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct RequestURLTests {
  @Test(arguments: [
    ("https://example.com", "https://example.com/"), ("HTTPS://EXAMPLE.COM/", "https://example.com/"),
    ("https://example.com.", "https://example.com/"), ("https://example.com:443/a", "https://example.com/a"),
    ("https://example.com:8443/a", "https://example.com:8443/a"),
    ("https://example.com:00443/", "https://example.com/"),
    ("https://127.0.0.1:1/", "https://127.0.0.1:1/"),
    ("https://[2001:DB8::1]/x", "https://[2001:db8::1]/x"), ("https://[::1]:8443/", "https://[::1]:8443/"),
    ("https://example.com/a/./b", "https://example.com/a/b"),
    ("https://example.com/a/../b", "https://example.com/b"),
    ("https://example.com/../../b", "https://example.com/b"),
    ("https://example.com/a/..", "https://example.com/"),
    ("https://example.com/a/.", "https://example.com/a/"),
    ("https://example.com/a/%2e%2E/b", "https://example.com/b"),
    ("https://example.com/a/.%2e/b", "https://example.com/b"),
    ("https://example.com/a/%2e/b", "https://example.com/a/b"),
    ("https://example.com/...", "https://example.com/..."),
    ("https://example.com//a", "https://example.com//a"),
    ("https://example.com/a%2Fb", "https://example.com/a%2Fb"),
    ("https://example.com/@me", "https://example.com/@me"),
    ("https://example.com/a:b;c=1,2!$&'()*+", "https://example.com/a:b;c=1,2!$&'()*+"),
    ("https://example.com?x=1", "https://example.com/?x=1"),
    ("https://example.com/?", "https://example.com/?"),
    ("https://example.com/?a=b?c/d@e", "https://example.com/?a=b?c/d@e"),
    ("https://example.com/a#secret", "https://example.com/a"),
    ("https://example.com#@evil.example/", "https://example.com/"),
    ("https://example.com?@evil.example/", "https://example.com/?@evil.example/"),
    ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
  ])
  func read(_ text: String, _ form: String) throws {
    let url = try RequestURL(text)
    #expect(url.text == form)
    #expect(try RequestURL(url.text) == url, "a URL that is written is read as the same")
  }

  @Test(arguments: [
    "", "example.com", "//example.com", "/a", "http://example.com", "ftp://example.com",
    "httpss://example.com",
    "https:example.com", "https:/example.com", "https:///example.com", "https://", "https:///", "https://?x",
    "https://#x", "https://:443/", "https://user@example.com/", "https://user:pass@example.com/",
    "https://@example.com/", "https://example.com@evil.example/", "https://example.com%40evil.example/",
    "https://example.com\\@evil.example/", "https://example.com\\.evil.example/",
    "https:\\\\example.com/", "https://evil.example\\/example.com", "https://example.com/a\\b",
    "https://example.com:/", "https://example.com:0/", "https://example.com:65536/",
    "https://example.com:99999/",
    "https://example.com:-1/", "https://example.com:+1/", "https://example.com:4x/",
    "https://example.com:443:443/",
    "https://example.com:443@evil.example/", "https://exämple.com/", "https://example。com/",
    "https://ＥＸＡＭＰＬＥ.com/",
    "https://example.com/ä", "https://example.com/ ", " https://example.com/", "https://example.com/ a",
    "https://example.com/\u{0}", "https://example.com/\n", "https://example.com/\r\nHost: evil",
    "https://example.com/\t", "https://exam\tple.com/", "https://example.com/%", "https://example.com/%2",
    "https://example.com/%zz", "https://example.com/?%", "https://example.com/?a b", "https://example.com/?<",
    "https://example.com/<", "https://example.com/\"", "https://example.com/[", "https://example.com/^",
    "https://example.com/`", "https://example.com/{id}", "https://example.com/|",
    "https://example.com/#\u{7F}",
    "https://ex%61mple.com/", "https://[example.com]/", "https://[::1/", "https://::1/", "https://[::1]x/",
    "https://[::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[v1.x]/", "https://[127.0.0.1]/",
    "https://0x7f.1/", "https://2130706433/", "https://127.1/", "https://0177.0.0.1/", "https://1.2.3.4./",
    "https://example..com/", "https://.example.com/", "https://-a.example/", "https://example.com../",
    "https://*.example.com/", "https://a,b/", "https://a b/", "javascript:alert(1)", "data:,x",
    "file:///etc/passwd",
    "https://[::ffff:1.2.3.4/", "https://[]/", "https://example.com:４４３/",
  ])
  func refused(_ text: String) {
    #expect(throws: TransportError.self) { try RequestURL(text) }
  }

  @Test func lengthIsBounded() throws {
    let room = RequestURL.greatestSize - "https://a.example/".utf8.count
    let path = String(repeating: "a", count: room)
    #expect(try RequestURL("https://a.example/" + path).path.utf8.count == room + 1)
    #expect(throws: TransportError.malformedURL) { try RequestURL("https://a.example/a" + path) }
    let base = try RequestURL("https://a.example/")
    #expect(throws: TransportError.malformedURL) { try base.appending(path + "a") }
    #expect(throws: TransportError.malformedURL) { try base.resolve(path + "a") }
  }

  /// The examples of RFC 3986, sections 5.4.1 and 5.4.2, with `https` for `http`.
  @Test(arguments: [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"),
    ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"),
    ("g;x?y#s", "/b/c/g;x?y"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"),
    ("../", "/b/"),
    ("../g", "/b/g"), ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"),
    ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"),
    ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"),
    ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
    ("g?y/./x", "/b/c/g?y/./x"),
    ("g?y/../x", "/b/c/g?y/../x"), ("g#s/../x", "/b/c/g"),
  ])
  func references(_ reference: String, _ target: String) throws {
    let base = try RequestURL("https://a.example:8443/b/c/d;p?q")
    let url = try base.resolve(reference)
    #expect(url.target == target)
    #expect(url.hasOrigin(of: base))
  }

  @Test(arguments: [
    ("//g", "https://g/"), ("//g:1/x?y", "https://g:1/x?y"), ("https://g.example/h", "https://g.example/h"),
    ("HTTPS://G.example", "https://g.example/"), ("/.//g", "https://a.example//g"),
    ("././/g", "https://a.example/b//g"),
  ])
  func otherOrigins(_ reference: String, _ text: String) throws {
    #expect(try RequestURL("https://a.example/b/c").resolve(reference).text == text)
  }

  @Test(arguments: [
    "http://a.example/", "http:g", "https:g", "https:", "g:h", "javascript:alert(1)", "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example", "//user@evil.example", "//", "///evil.example", "https:///evil.example",
    "//evil.example:x/",
    "/a b", "/\r\nX: y", "/\u{0}", "/ä", "//exämple.com/", "/%", "?%x", "1a:b",
  ])
  func refusedReferences(_ reference: String) throws {
    let base = try RequestURL("https://a.example/b/c")
    #expect(throws: TransportError.self) { try base.resolve(reference) }
  }

  @Test func originIsHostAndPort() throws {
    let url = try RequestURL("https://a.example/b")
    #expect(url.hasOrigin(of: try RequestURL("https://A.example.:443/c?d")))
    #expect(!url.hasOrigin(of: try RequestURL("https://a.example:8443/b")))
    #expect(!url.hasOrigin(of: try RequestURL("https://b.a.example/b")))
  }
}
