public import OmamoriCore
import OmamoriDBus
public import OmamoriDevice
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Asks polkit whether this process may do something, and has it ask the person in the session's own dialog.
///
/// It is a gate: a success is an answer that the program's own code has to respect. The dialog shows the text of the
/// action's policy file and not the request's reason, and polkit may remember an answer for a while when the file says
/// so, without asking anybody. Answers count only from a connection that belongs to root or to polkit's own user. A
/// cancelled task returns at once, and polkit is told to take its dialog back. Safe to use from any thread.
///
/// Source: <https://polkit.pages.freedesktop.org/polkit/>.
public struct PolkitAuthenticator: Authenticator {
  private static let service = "org.freedesktop.PolicyKit1"
  private static let path = "/org/freedesktop/PolicyKit1/Authority"
  private static let interface = "org.freedesktop.PolicyKit1.Authority"
  /// The flag that lets polkit ask the person.
  private static let allowsInteraction: UInt32 = 1

  /// A gate: the program's own code has to respect the answer.
  public var kind: AuthenticatorKind { .gate }

  private let action: String
  private let busAddress: String?
  private let owners: Set<UInt32>?
  private let timeout: Duration

  /// Names an action; nobody is asked for anything yet.
  ///
  /// - Parameters:
  ///   - action: The action's name, such as `org.example.notes.unlock`, as its policy file defines it: 1 to 255
  ///     letters, digits, dots, hyphens and underscores.
  ///   - busAddress: The address of the bus, from trusted configuration; `nil` for the system's.
  ///   - timeout: How long a request may take, at most a day; then it is
  ///     `AuthenticationOutcome.systemCancelled`.
  /// - Throws: `DeviceError.authentication(_:)` with `AuthenticationFault.invalidService`.
  public init(action: String, busAddress: String? = nil, timeout: Duration = .seconds(120))
    throws(DeviceError)
  {
    try self.init(action: action, busAddress: busAddress, timeout: timeout, owners: nil)
  }

  init(action: String, busAddress: String?, timeout: Duration = .seconds(120), owners: Set<UInt32>?)
    throws(DeviceError)
  {
    let isName = action.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, (1...255).contains(action.utf8.count) else { throw .authentication(.invalidService) }
    (self.action, self.busAddress, self.timeout, self.owners) = (action, busAddress, timeout, owners)
  }

  /// Has polkit decide, and ask the person where its rules say so.
  ///
  /// - Parameter request: The policy `biometrics` is not available, since polkit does not say how it asks.
  /// - Returns: The outcome.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    guard request.policy == .biometricsOrPasscode else { return .notAvailable }
    return await Contest.first(within: timeout, otherwise: .systemCancelled, of: [{ await check() }])
  }

  private func check() async -> AuthenticationOutcome? {
    do throws(BusError) {
      let owners = owners ?? Self.owners
      let polkit = try await TrustedService(Self.service, on: busAddress, ownedBy: owners)
      guard let process = ProcessSubject.current else { return .notAvailable }
      let ticket = "omamori-" + UUID().uuidString
      do throws(BusError) {
        let values = try await polkit.call(
          Self.path, Self.interface, "CheckAuthorization",
          [
            process.value, .string(action), .dictionary(BusDictionary(strings: [:])),
            .uint32(Self.allowsInteraction), .string(ticket),
          ],
          mayAsk: true, timeout: timeout)
        return PolkitAnswer(values).outcome
      } catch {
        // In a task of its own, since this one may be cancelled; polkit may have ended with it already.
        Task {
          _ = try? await polkit.call(
            Self.path, Self.interface, "CancelCheckAuthorization", [.string(ticket)])
        }
        return error == .timedOut ? .systemCancelled : AuthenticationOutcome(error)
      }
    } catch {
      return AuthenticationOutcome(error)
    }
  }

  /// Root, and the user that polkit gives up its rights for.
  private static var owners: Set<UInt32> { Set([0, UserName.number(of: "polkitd")].compactMap { $0 }) }
}

/// What polkit decided: `(bba{ss})`.
///
/// Source: <https://polkit.pages.freedesktop.org/polkit/eggdbus-interface-org.freedesktop.PolicyKit1.Authority.html>.
struct PolkitAnswer: Sendable {
  /// The outcome that it means.
  let outcome: AuthenticationOutcome

  /// Reads an answer to a question in which the person may be asked; whatever is not one refuses.
  init(_ values: [BusValue]) {
    guard let members = values.first?.elements, members.count == 3, let isAllowed = members[0].boolValue,
      let isChallenge = members[1].boolValue, let details = members[2].dictionaryValue
    else {
      outcome = .notAvailable
      return
    }
    if isAllowed {
      outcome = .success
    } else if details["polkit.dismissed"]?.text == "true" {
      outcome = .cancelled
    } else {
      // The person was to be asked and still would have to be: the session has nobody who asks.
      outcome = isChallenge ? .notAvailable : .failed
    }
  }
}

/// A process as polkit names one: by its number, the time it began, so that nobody can have the number after it, and
/// its user.
struct ProcessSubject: Sendable, Equatable {
  let number: UInt32
  let start: UInt64
  let user: Int32

  /// This process; `nil` when `/proc` is missing.
  static var current: ProcessSubject? {
    guard let text = FileManager.default.contents(atPath: "/proc/self/stat"),
      let start = start(in: String(decoding: text, as: UTF8.self))
    else { return nil }
    return ProcessSubject(
      number: UInt32(clamping: getpid()), start: start, user: Int32(truncatingIfNeeded: getuid()))
  }

  /// The time that a line of `/proc/PID/stat` says, in ticks since the machine began; see `proc(5)`.
  static func start(in line: String) -> UInt64? {
    // The name of the program, in brackets, may have blanks and brackets itself.
    guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[end...].split(atBytes: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }

  /// The subject `(sa{sv})`.
  var value: BusValue {
    .structure([
      .string("unix-process"),
      .dictionary(
        BusDictionary(
          variants: ["pid": .uint32(number), "start-time": .uint64(start), "uid": .int32(user)])),
    ])
  }
}
