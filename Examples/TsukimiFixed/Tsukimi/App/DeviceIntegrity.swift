import CryptoKit
import DeviceCheck
import MachO
import UIKit

/// One reason to doubt the device, with its evidence.
///
/// The server weighs them; the app decides nothing alone.
enum IntegritySignal: Hashable, Codable, Sendable {
  case suspiciousFile(String)
  case packageManager
  case writableSystem
  case foreignLibrary(String)
  case debugger
  /// The named check could not run, which is reported and is never taken for "fine".
  case unavailable(String)
}

// 改造端末の検出。決済まわりでだけ使う。
@MainActor
enum DeviceIntegrity {
  private static let suspiciousPaths = [
    "/var/jb",
    "/Library/MobileSubstrate/MobileSubstrate.dylib",
    "/usr/sbin/sshd",
    "/Applications/Sileo.app",
  ]
  private static let suspiciousLibraries = ["frida", "substrate", "ellekit", "libhooker"]

  static func signals() -> Set<IntegritySignal> {
    var signals: Set<IntegritySignal> = []
    for path in suspiciousPaths where FileManager.default.fileExists(atPath: path) {
      signals.insert(.suspiciousFile(path))
    }
    if let url = URL(string: "sileo://package"), UIApplication.shared.canOpenURL(url) {
      signals.insert(.packageManager)
    }
    if FileManager.default.isWritableFile(atPath: "/private/preboot") {
      signals.insert(.writableSystem)
    }
    for index in 0..<_dyld_image_count() {
      guard let pointer = _dyld_get_image_name(index) else { continue }
      let name = String(cString: pointer).lowercased()
      for library in suspiciousLibraries where name.contains(library) {
        signals.insert(.foreignLibrary(library))
      }
    }
    if let signal = debuggerSignal() { signals.insert(signal) }
    return signals
  }

  private static func debuggerSignal() -> IntegritySignal? {
    var info = kinfo_proc()
    var size = MemoryLayout<kinfo_proc>.stride
    var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
    guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else {
      return .unavailable("debugger")
    }
    return info.kp_proc.p_flag & P_TRACED != 0 ? .debugger : nil
  }
}

/// Apple's attestation, which the server verifies for each payment.
struct AppAttestation {
  enum Failure: Error {
    case unsupported
    case notEnrolled
  }

  private let service = DCAppAttestService.shared
  private let store = KeychainStore.shared

  /// Signs the order with the attested key of this installation.
  func assertion(for order: Data) async throws -> Data {
    guard service.isSupported else { throw Failure.unsupported }
    guard let stored = try store.load(.attestationKeyID) else { throw Failure.notEnrolled }
    let digest = Data(SHA256.hash(data: order))
    return try await service.generateAssertion(
      String(decoding: stored, as: UTF8.self), clientDataHash: digest)
  }

  /// Makes the key and has it attested for a challenge of the server; done once after signing in.
  func enrol(challenge: Data) async throws -> Data {
    guard service.isSupported else { throw Failure.unsupported }
    let keyID = try await service.generateKey()
    let statement = try await service.attestKey(keyID, clientDataHash: Data(SHA256.hash(data: challenge)))
    try store.save(Data(keyID.utf8), as: .attestationKeyID)
    return statement
  }
}
