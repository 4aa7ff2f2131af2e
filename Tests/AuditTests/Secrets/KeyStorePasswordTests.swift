import Foundation
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Stores that another program wrote, all with a key that nobody uses.
@Suite struct KeyStorePasswordTests {
  private static func store(_ text: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: text)))
  }

  @Test(arguments: [
    (empty, ""), (known, "changeit"), (strong, "password"), (unknown, nil),
  ])
  func passwords(_ text: String, _ password: String?) throws {
    let bytes = try Self.store(text)
    #expect(KeyFile.privateKey(in: bytes)?.kind == .pkcs12)
    var passwords = KeyStorePassword()
    #expect(passwords.found(for: bytes) == password)
  }

  @Test func brokenStoresSayNothing() throws {
    let bytes = try Self.store(empty)
    var passwords = KeyStorePassword()
    for length in 0..<bytes.count { #expect(passwords.found(for: Array(bytes.prefix(length))) == nil) }
    // A store that asks for too many rounds is not tried at all.
    var many = bytes
    many[many.count - 2] = 0x7F
    #expect(passwords.found(for: many) == nil)
    var other = bytes
    other[200] ^= 1
    #expect(passwords.found(for: other) == nil)
  }

  /// Each of these stores is tried ten times, with 2,048 rounds each time.
  @Test func manyStoresAreNotAllTried() throws {
    var passwords = KeyStorePassword()
    let (strange, plain) = (try Self.store(unknown), try Self.store(empty))
    #expect(passwords.found(for: plain)?.isEmpty == true)
    for _ in 0..<97 { #expect(passwords.found(for: strange) == nil) }
    #expect((2_048..<20_480).contains(passwords.remaining))
    #expect(passwords.found(for: strange) == nil)
    #expect(passwords.found(for: plain) == nil)
  }
}

/// Without a password, its sum made with SHA-1.
private let empty = """
  MIIBbgIBAzCCATQGCSqGSIb3DQEHAaCCASUEggEhMIIBHTCCARkGCSqGSIb3DQEHAaCCAQoEggEGMIIBAjCB/wYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECKBllOLoK/8WAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQISM0JmTEfW3rQdbfDjlGTASBkL6ubMcuH2J97YQCq7xyF4akZdk6ptI/1bjCL7ee42CGCskxkkeFYuN46DAizloRQjw9Irr0Jix74+hogmYQdzCCvxfbYWZj6J6ii0QlFgRUc8RfD95w5bXa+U7SXseCuakmtAnGl3F9HsHGdP+TeN56DVZFFeEiinqYCjXzWBWudWmrGMwza57pLHxisvryqTAxMCEwCQYFKw4DAhoFAAQUHADgWNE78jzjPTGeEqjEWGuYB5cECCdYUPv2MvWqAgIIAA==
  """
/// With the password that Java's tools begin with, and SHA-256.
private let known = """
  MIIBfgIBAzCCATQGCSqGSIb3DQEHAaCCASUEggEhMIIBHTCCARkGCSqGSIb3DQEHAaCCAQoEggEGMIIBAjCB/wYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECO9W2dI3J29CAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQC+y8791xKgkXch42dxh4AASBkPCkrTBrpfDA08DU0NbcCBihiIWyB2V/SDBI0raSG5g01MKw+aQKGP/q8z2uI4IT7l5zb5lHCh0R3aq6YnqGrRQ8tOKYvkLFHdPffMhbL95NnMm5hNslCWoqPeY75ZuJe/u1eVHy3kPZHbDh+3bxRbG67B3YblmEs0YBWsONgdQ9qRieqKSKPwxjYKqrbTXk8DBBMDEwDQYJYIZIAWUDBAIBBQAEIF2XQE03n4+qtkMvdx29Mrky2uwU0MsBWkiMzBuBpYlQBAhJfiQz9tfoKQICCAA=
  """
/// With a password that is none, and SHA-512.
private let strong = """
  MIIBngIBAzCCATQGCSqGSIb3DQEHAaCCASUEggEhMIIBHTCCARkGCSqGSIb3DQEHAaCCAQoEggEGMIIBAjCB/wYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECKag/tj5NdxbAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQeTEa75B+5KcUcNHSVyNDdgSBkFZezzIBJNIx14xdRrdNkut8G0ALSOppLmnxmYZPBOwsTLclhFwsGSLy4vNLp3qFIP6aNhhPA9v8HNu8RSANVvMLG+vRHLcN/VOOjQoBlydcSFg2dQAf6fJGusIAbp2n7TfSeAgTlYMNuudW7SZN58k7OPzrs7NPychMgrbuM4fO5S2pwJd+UGL2C94/3iF1lTBhMFEwDQYJYIZIAWUDBAIDBQAEQM2xN1zjizqBEZ7dE+WsJSNH13nL4ED9H3Q2kniCkpY8akHkl0BKJJp+M8s/S0lk7CINPToOomyhnPDixkTvz1wECPlKQIVC5muGAgIIAA==
  """
/// With a password that cannot be guessed.
private let unknown = """
  MIIBfgIBAzCCATQGCSqGSIb3DQEHAaCCASUEggEhMIIBHTCCARkGCSqGSIb3DQEHAaCCAQoEggEGMIIBAjCB/wYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECGYXa8+x8SMsAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQulpdBmQp3Y1bQ48uoBM7zASBkEuPo5mvk9jp0jc6Pp+baOXVXngfAM5z9/7K2zE0r174lJ/KnZVUlgvUiGLCzAHcNdB2npkJ0Xq4f2cJJdO02+FvJOWSAERV353L866u05bywfNgGuUtrmzbK9znkK/QCcNIjl6HroTORoVdUITVI35sqfMdW/HkwwUSX5n15H5HwOqIQLJ5n2kCs4HJCihWkjBBMDEwDQYJYIZIAWUDBAIBBQAEIKz0Ed/gcmCTOh4W+vXDUJU3B5WrmBXdaK7lPpzx8pRqBAidwYPCf/j4BwICCAA=
  """
