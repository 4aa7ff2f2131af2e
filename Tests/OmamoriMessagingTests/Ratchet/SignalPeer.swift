import Foundation

/// libsignal-protocol-c as a program of its own, compiled once a run where the library and a compiler are there.
enum SignalPeer {
  /// The program, or `nil` where it cannot be compiled.
  static let program: String? = {
    let tests = LinePeer.folder.deletingLastPathComponent()
    let made = tests.deletingLastPathComponent().appending(path: ".build/signal-peer").path
    // Another run may be using the program: the new one takes its place in one step.
    let fresh = "\(made)-\(ProcessInfo.processInfo.processIdentifier)"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "--default-signal", "timeout", "-s", "KILL", "60", "cc", "-O1", "-o", fresh,
      tests.appending(path: "SignalPeer/signal_peer.c").path, "-lsignal-protocol-c", "-lcrypto",
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return unsafe rename(fresh, made) == 0 ? made : nil  // because both strings outlive the call
  }()
}
