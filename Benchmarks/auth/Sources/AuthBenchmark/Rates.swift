import Foundation
import OmamoriAuth
import OmamoriCore

/// Verifications a second: through `TokenVerifier` with all its checks, and those of OpenSSL with the claims read.
struct Rates {
  let samples: Samples
  /// How long each rate is measured.
  let seconds: Double

  /// The claims that a server decides on.
  struct Claims: TokenClaims {
    let subject: String?
    let scope: String?

    init(_ claims: ClaimSet) throws(AuthError) {
      subject = try claims.text("sub")
      scope = try claims.text("scope")
    }
  }

  func print() async throws {
    for algorithm in Samples.algorithms {
      guard let sample = samples.samples[algorithm.rawValue] else { continue }
      let key = try JSONWebKey(json: sample.key)
      let verifier = try TokenVerifier(
        issuer: Samples.issuer, audience: Samples.audience, algorithms: [algorithm],
        keys: StaticKeys(key.publicKey ?? key))
      let work = { @Sendable () async throws in
        _ = try await verifier.verify(sample.token, as: Claims.self)
      }
      let name = algorithm.rawValue
      Swift.print(name, try await rate(.processor, work))
      if let baseline = try OpenSSLVerifier(algorithm, sample.pem, token: sample.token) {
        Swift.print("\(name).openssl", try await rate(.processor) { try baseline.verify() })
      }
      Swift.print("\(name).one", try await rate(.clock, work))
      Swift.print("\(name).two", try await both(work))
    }
  }

  private enum Measure { case processor, clock }

  private func rate(_ measure: Measure, _ work: @Sendable () async throws -> Void) async throws -> Double {
    let now = measure == .processor ? processorTime : wallTime
    for _ in 0..<100 { try await work() }
    let start = now()
    var count = 0
    while now() - start < seconds {
      for _ in 0..<200 { try await work() }
      count += 200
    }
    return Double(count) / (now() - start)
  }

  /// The sum of what two threads do at the same time.
  private func both(_ work: @escaping @Sendable () async throws -> Void) async throws -> Double {
    try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<2 { group.addTask { try await rate(.clock, work) } }
      return try await group.reduce(0, +)
    }
  }
}

/// Seconds that this process has spent on processors.
private func processorTime() -> Double { time(CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds since some moment.
private func wallTime() -> Double { time(CLOCK_MONOTONIC) }

private func time(_ clock: clockid_t) -> Double {
  var now = timespec()
  clock_gettime(clock, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
