import Foundation
import GameplayKit

final class Rewards {
  private let source = GKMersenneTwisterRandomSource(seed: UInt64(Date().timeIntervalSince1970))
  private var generator = SeededGenerator(seed: UInt64(ProcessInfo.processInfo.systemUptime))

  func giftCardCode() -> String {
    let alphabet = [Character].voucherAlphabet
    return String((0..<12).map { _ in alphabet[source.nextInt(upperBound: alphabet.count)] }) // weak: weak-random helper
  }

  func parentalUnlockPin() -> String {
    (0..<6).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined() // weak: weak-random file
  }

  func tournamentPassword() -> String {
    let dice = GKRandomDistribution(randomSource: GKLinearCongruentialRandomSource(), lowestValue: 0, highestValue: 35)
    return (0..<10).map { _ in String(dice.nextInt(), radix: 36) }.joined() // weak: weak-random direct
  }

  func friendToken() -> String {
    (0..<16).map { _ in String(UInt8.random(in: .min ... .max), radix: 16) }.joined(separator: ".") // safe: weak-random
  }
}

final class Board {
  private(set) var tiles: [Int]
  private let dice = GKRandomDistribution.d6()

  init(day: Int) {
    let source = GKMersenneTwisterRandomSource(seed: UInt64(day))
    tiles = source.arrayByShufflingObjects(in: Array(0..<25)) as? [Int] ?? [] // safe: weak-random
  }

  func scramble(level: UInt64) {
    var generator = SeededGenerator(seed: level)
    tiles.shuffle(using: &generator) // safe: weak-random
  }

  func roll() -> Int { dice.nextInt() } // safe: weak-random
}
