import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CryptoLibrariesTests {
  private static let use = "void f(CTX *c) { EVP_EncryptInit_ex(c, EVP_rc4(), 0, k, v); hash(EVP_md5()); }"
  private static let library = ["EVP_rc4", "EVP_md5", "EVP_sha1", "EVP_des_cbc"]
    .map { "const C *\($0)(void) { return &own; }\n" }.joined()
  private static let package =
    "let package = Package(name: \"A\", targets: [.target(name: \"CSSL\"), .target(name: \"Kit\")])"

  /// The confidences of what is found in the file at `path`.
  private static func confidences(_ files: [String: String], at path: String) async throws -> [Confidence] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let report = try await Auditor().audit(Discovery().inventory(at: folder.path))
    return report.findings.filter { $0.file == path }.map(\.confidence)
  }

  @Test func aPackageTargetThatMakesCiphersIsALibrary() async throws {
    let files = [
      "Package.swift": Self.package, "Sources/CSSL/cipher/all.c": Self.library,
      "Sources/CSSL/pem/pem.c": Self.use, "Sources/Kit/use.c": Self.use,
    ]
    #expect(try await Self.confidences(files, at: "Sources/CSSL/pem/pem.c") == [.low, .low])
    #expect(try await Self.confidences(files, at: "Sources/Kit/use.c") == [.high, .high])
  }

  @Test func aWholeLibraryInAFolder() async throws {
    var files = ["app/use.c": Self.use, "lib/ssl/pem/pem.c": Self.use]
    for (place, name) in [("evp", "EVP_rc4"), ("evp", "EVP_des_cbc"), ("md", "EVP_md5"), ("md", "EVP_sha1")] {
      files["lib/ssl/\(place)/\(name).c"] = "DEFINE_METHOD_FUNCTION(T, \(name)) { out->size = 8; }"
    }
    #expect(try await Self.confidences(files, at: "lib/ssl/pem/pem.c") == [.low, .low])
    #expect(try await Self.confidences(files, at: "app/use.c") == [.high, .high])
  }

  @Test func aStandInIsNoLibrary() async throws {
    let files = [
      "app/use.c": Self.use, "app/stand-in/md5.c": "const C *EVP_md5(void) { return own; }",
      "app/a/rc4.c": "const C *EVP_rc4(void) { return own; }", "app/declared.h": "const C *EVP_sha1(void);",
    ]
    #expect(try await Self.confidences(files, at: "app/use.c") == [.high, .high])
  }

  @Test func oneFunctionIsNoLibraryInATargetEither() async throws {
    let files = [
      "Package.swift": Self.package, "Sources/CSSL/rc4.c": "const C *EVP_rc4(void) { return &rc4; }",
      "Sources/CSSL/pem.c": Self.use,
    ]
    #expect(try await Self.confidences(files, at: "Sources/CSSL/pem.c") == [.high, .high])
  }

  /// Stand-ins for tests and checks lie in apps; what the app does with broken hashes is found all the same.
  @Test func stubsBesideSwiftAreNoLibrary() async throws {
    let hash = "import CryptoKit\nfunc store(password: Data) { save(Insecure.MD5.hash(data: password)) }"
    let stubs = ["EVP_rc4", "EVP_md5", "EVP_sha1", "EVP_des_cbc"].map { "STUB(int, \($0)) { return 0; }\n" }
      .joined()
    for stub in [Self.library, stubs] {
      let files = ["App/Hash.swift": hash, "App/use.c": Self.use]
      let with = files.merging(["App/Stub.m": stub]) { $1 }
      let alone = try await Self.confidences(files, at: "App/Hash.swift")
      #expect(!alone.isEmpty && !alone.contains(.low))
      #expect(try await Self.confidences(with, at: "App/Hash.swift") == alone)
      #expect(try await Self.confidences(with, at: "App/use.c") == [.high, .high])
    }
  }
}
