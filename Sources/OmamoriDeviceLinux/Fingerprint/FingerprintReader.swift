import OmamoriCore
import OmamoriDBus

/// The machine's default fingerprint reader, as fprintd offers it.
struct FingerprintReader: Sendable {
  static let service = "net.reactivated.Fprint"
  private static let manager = "/net/reactivated/Fprint/Manager"
  private static let device = "net.reactivated.Fprint.Device"
  /// How long fprintd may take to stop.
  private static let patience = Duration.seconds(2)

  private let fprintd: TrustedService
  private let path: String
  private let user: String

  /// Looks for the reader.
  ///
  /// - Throws: `BusError`.
  init(user: String, on address: String?, ownedBy users: Set<UInt32>) async throws(BusError) {
    fprintd = try await TrustedService(Self.service, on: address, ownedBy: users)
    let found = try await fprintd.call(Self.manager, Self.service + ".Manager", "GetDefaultDevice")
    guard let path = found.first?.objectPath else { throw .malformed }
    (self.path, self.user) = (path, user)
  }

  /// The fingers that are enrolled, as fprintd names them.
  ///
  /// - Throws: `BusError`.
  func enrolledFingers() async throws(BusError) -> [String] {
    do throws(BusError) {
      let answer = try await call("ListEnrolledFingers", [.string(user)])
      guard case .array("s", let fingers)? = answer.first else { throw .malformed }
      return fingers.compactMap(\.text)
    } catch .refused(name: Self.service + ".Error.NoEnrolledPrints") {
      return []
    }
  }

  /// Whether a finger is drawn across the reader rather than put on it.
  func isSwiped() async -> Bool {
    (try? await fprintd.property(path, Self.device, "scan-type")) == .string("swipe")
  }

  /// Takes the reader for this process alone.
  ///
  /// - Throws: `BusError`.
  func claim() async throws(BusError) { try await call("Claim", [.string(user)]) }

  /// Stops what goes on and gives the reader back; each may have nothing to do.
  func release() async {
    _ = try? await call("VerifyStop", timeout: Self.patience)
    _ = try? await call("Release", timeout: Self.patience)
  }

  /// Has the claimed reader compare fingers until one decides.
  ///
  /// - Parameters:
  ///   - tries: How many wrong fingers are allowed.
  ///   - progress: Told what the person should know.
  /// - Returns: The outcome.
  /// - Throws: `BusError`.
  func verify(
    tries: Int, _ progress: @escaping @Sendable (FingerprintProgress) -> Void
  ) async throws(BusError) -> AuthenticationOutcome {
    // Since the reader is claimed, no result of another program's request comes any more; and since these listen before
    // the comparison begins, none of this request's is missed.
    let results = try await fprintd.signals(path, Self.device, "VerifyStatus")
    let changes = try await fprintd.ownerChanges()
    try await call("VerifyStart", [.string("any")])
    progress(await isSwiped() ? .swipe : .touch)
    return await withTaskGroup(of: AuthenticationOutcome.self) { group in
      group.addTask { await follow(results, tries: tries, progress) }
      group.addTask {
        for await change in changes where fprintd.isEnd(change) { return .notAvailable }
        return .notAvailable
      }
      let first = await group.next() ?? .notAvailable
      group.cancelAll()
      return first
    }
  }

  private func follow(
    _ results: AsyncStream<BusSignal>, tries: Int, _ progress: @Sendable (FingerprintProgress) -> Void
  ) async -> AuthenticationOutcome {
    var tries = FingerprintTries(tries)
    for await signal in results {
      guard signal.arguments.count == 2, let result = signal.arguments[0].text,
        let isDone = signal.arguments[1].boolValue
      else { continue }
      switch tries.handle(result, isDone: isDone) {
      case .wait(let told): if let told { progress(told) }
      case .end(let outcome): return outcome
      case .restart(let told):
        progress(told)
        do throws(BusError) {
          try await call("VerifyStop", timeout: Self.patience)
          try await call("VerifyStart", [.string("any")])
        } catch {
          return .notAvailable
        }
      }
    }
    return .notAvailable
  }

  @discardableResult
  private func call(
    _ member: String, _ arguments: [BusValue] = [], timeout: Duration = BusConnection.patience
  ) async throws(BusError) -> [BusValue] {
    try await fprintd.call(path, Self.device, member, arguments, timeout: timeout)
  }
}
