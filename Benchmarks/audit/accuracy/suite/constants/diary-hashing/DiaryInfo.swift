import CryptoSwift
import Foundation
import SwiftUI

enum DiaryInfo {
  static let exportSalt: [UInt8] = {
    var bytes = [UInt8](repeating: 0x44, count: 15)
    bytes.insert(0x01, at: 0)
    return bytes
  }()

  static func freshSalt() -> [UInt8] {
    AES.randomIV(16)
  }

  static let breathingRounds = 8
}

struct BreathingExercise: View {
  @State private var remaining = DiaryInfo.breathingRounds
  let salting = "A pinch of salt" // safe: constant-salt

  var body: some View {
    VStack(spacing: 16) {
      Text("Round \(DiaryInfo.breathingRounds - remaining + 1)")
      BreathingCircle(rounds: DiaryInfo.breathingRounds, iterations: 3) // safe: weak-iterations
      Button("Next") { remaining = max(remaining - 1, 0) }
    }
    .accessibilityHint(salting)
  }
}

struct BreathingCircle: View {
  let rounds: Int
  let iterations: Int
  @State private var grown = false

  var body: some View {
    Circle()
      .scaleEffect(grown ? 1 : 0.4)
      .animation(.easeInOut(duration: 4).repeatCount(rounds * iterations), value: grown)
      .onAppear { grown = true }
  }
}
