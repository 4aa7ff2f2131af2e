import Foundation
import TestSupport

/// libsignal-protocol-c as a program of its own, compiled once a run where the library and a compiler are there.
enum SignalPeer {
  /// The program, or `nil` where it cannot be compiled.
  static let program: String? = {
    let made = Repository.root.appending(path: ".build/signal-peer").path
    // Another run may be using the program: the new one takes its place in one step.
    let fresh = "\(made)-\(ProcessInfo.processInfo.processIdentifier)"
    let source = Repository.root.appending(path: "Tests/SignalPeer/signal_peer.c").path
    guard Program.succeeds(["cc", "-O1", "-o", fresh, source, "-lsignal-protocol-c", "-lcrypto"]) else {
      return nil
    }
    return unsafe rename(fresh, made) == 0 ? made : nil  // because both strings outlive the call
  }()
}
