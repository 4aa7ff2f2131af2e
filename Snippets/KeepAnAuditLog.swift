// A log that tells an auditor what happened, and that cannot be changed without being noticed.
import Omamori
import OmamoriAuditLog

// snippet.hide
// A program would have a folder of its own, the person's keychain and the key that the auditor gave it.
let folder = FileManager.default.temporaryDirectory.path + "/audit-\(UInt64.random(in: .min ... .max))"
let keychain = KeychainSecretStore(Keychain(service: "com.example.app", backend: MemoryKeychain()))
let identity = try AuditorIdentity()
let auditor = identity.key
// snippet.show
let log = try await AuditLog.open(in: folder, auditor: auditor, secrets: keychain)
try await log.append(.signInFailed, ["user": .hashed("mika"), "method": .public("password")])
try await log.append(.dataRead, ["name": .private("Mika Tanaka", of: "user-1")])

// Everything private about somebody becomes unreadable, and the log stays verifiable.
try await log.erase("user-1")
let checkpoint = try await log.close()

// snippet.hide
let verifier = try LogVerifier(key: checkpoint.key, auditor: identity, anchors: [checkpoint])
print("complete:", try verifier.verify(LogFolder(path: folder)).verdict.isComplete)
try FileManager.default.removeItem(atPath: folder)
