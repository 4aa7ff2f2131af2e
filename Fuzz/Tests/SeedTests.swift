import Foundation
import TestSupport
import Testing

/// The fuzz targets on their seeds, without libFuzzer: a broken law or a crash ends the process.
@Suite("Seeds of the fuzz targets")
struct SeedTests {
  /// All but that of Examples/Chat, which is a package of its own.
  private static let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "AgeArmor": fuzzAgeArmor,
    "AgeHeader": fuzzAgeHeader,
    "AgentMessage": fuzzAgentMessage,
    "Attestation": fuzzAttestation,
    "AuditCache": fuzzAuditCache,
    "AuditLogFrames": fuzzAuditLogFrames,
    "AuditLogHeader": fuzzAuditLogHeader,
    "AuditLogNotes": fuzzAuditLogNotes,
    "AuditRecords": fuzzAuditRecords,
    "Base64URL": fuzzBase64URL,
    "ByteReader": fuzzByteReader,
    "CertificateDER": fuzzCertificateDER,
    "CertificateExtensions": fuzzCertificateExtensions,
    "CodeSignature": fuzzCodeSignature,
    "Configuration": fuzzConfiguration,
    "Conversations": fuzzConversations,
    "ELFHeader": fuzzELFHeader,
    "EncryptedToken": fuzzEncryptedToken,
    "GitObjects": fuzzGitObjects,
    "GroupRecords": fuzzGroupRecords,
    "HTTPValues": fuzzHTTPValues,
    "Handshakes": fuzzHandshakes,
    "JSONWebKeys": fuzzJSONWebKeys,
    "KeyDocument": fuzzKeyDocument,
    "KeyText": fuzzKeyText,
    "KeychainImport": fuzzKeychainImport,
    "KeychainRecords": fuzzKeychainRecords,
    "LoginCallback": fuzzLoginCallback,
    "MachO": fuzzMachO,
    "Manifests": fuzzManifests,
    "Markup": fuzzMarkup,
    "MessagingStorage": fuzzMessagingStorage,
    "ObjectiveC": fuzzObjectiveC,
    "OmamoriHeader": fuzzOmamoriHeader,
    "PasswordHash": fuzzPasswordHash,
    "PinDocuments": fuzzPinDocuments,
    "ProcessMap": fuzzProcessMap,
    "PropertyList": fuzzPropertyList,
    "RatchetState": fuzzRatchetState,
    "ReleaseConditions": fuzzReleaseConditions,
    "SettingsDocument": fuzzSettingsDocument,
    "SignedToken": fuzzSignedToken,
    "StoreReceipt": fuzzStoreReceipt,
    "StrictJSON": fuzzStrictJSON,
    "SwiftAudit": fuzzSwiftAudit,
    "TokenAnswer": fuzzTokenAnswer,
    "Workflow": fuzzWorkflow,
    "Zip": fuzzZip,
  ]

  private static let folder = Repository.root.appending(path: "Fuzz")

  // A target may wait for a task, which must not hold up the threads that tasks run on.
  @Test("A target bears its seeds", arguments: targets.keys.sorted())
  func seeds(name: String) async throws {
    let target = try #require(Self.targets[name])
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: "corpus/\(name)"), includingPropertiesForKeys: nil)
    let seeds = try files.map { Array(try Data(contentsOf: $0)) }
    #expect(!seeds.isEmpty)
    await withCheckedContinuation { ended in
      Thread.detachNewThread {
        for seed in seeds { target(seed) }
        ended.resume()
      }
    }
  }

  @Test func everyTargetIsHere() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let names = Set(files.filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) })
    #expect(names.subtracting(["Entry", "Expect", "RelayRequest"]) == Set(Self.targets.keys))
  }
}
