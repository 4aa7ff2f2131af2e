import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite("Biometric login: the machine")
struct BiometricLoginMachineTests {
  private func enabled() -> BiometricLoginMachine {
    var machine = BiometricLoginMachine()
    #expect(machine.handle(.found(true)) == .none)
    return machine
  }

  @Test("One operation at a time")
  func oneOperation() {
    var machine = enabled()
    for operation in BiometricLoginState.Operation.allCases {
      #expect(machine.handle(.begin(operation)) == .run(operation))
      for other in BiometricLoginState.Operation.allCases {
        #expect(machine.handle(.begin(other)) == .refuseBusy)
      }
      #expect(machine.handle(.failed(.cancelled)) == (operation == .enabling ? .removeCopies : .none))
      _ = machine.handle(.found(true))
    }
  }

  @Test("Nobody logs in without a login")
  func refusals() {
    var machine = BiometricLoginMachine()
    #expect(machine.handle(.begin(.authenticating)) == .refuseDisabled)
    _ = machine.handle(.found(false))
    #expect(machine.handle(.begin(.authenticating)) == .refuseDisabled)
    machine = enabled()
    #expect(machine.handle(.begin(.authenticating)) == .run(.authenticating))
    #expect(machine.handle(.failed(.biometricsChanged)) == .removeCopies)
    #expect(machine.handle(.begin(.authenticating)) == .refuseInvalidated)
    // That nothing is found any more is not news.
    _ = machine.handle(.found(false))
    #expect(machine.state.phase == .invalidated)
  }

  @Test("A token that could not be sealed again ends the login")
  func resealing() {
    for (problem, phase) in [
      (BiometricLoginProblem.deviceLocked, BiometricLoginState.Phase.disabled),
      (.biometricsChanged, .invalidated),
    ] {
      var machine = enabled()
      #expect(machine.handle(.resealed(nil)) == .none)
      #expect(machine.state.isEnabled)
      #expect(machine.handle(.resealed(problem)) == .removeCopies)
      #expect(machine.state.phase == phase)
    }
  }

  @Test("What the keychain says has a problem of its own, and only what is worthless ends a login")
  func keychainErrors() {
    let problems: [(KeychainError, BiometricLoginProblem)] = [
      (.denied, .notRecognised), (.wrongCredential, .notRecognised), (.cancelled, .cancelled),
      (.lockedOut(seconds: 5), .lockedOut), (.unavailable(.authenticator), .notAvailable),
      (.invalidated, .biometricsChanged), (.locked, .deviceLocked),
      (.unsupported(.accessibility), .noPasscode),
      (.corrupt(.item), .unreadable), (.unreadableMessage, .unreadable), (.diskFull, .failed),
      (.busy, .failed),
    ]
    for (error, problem) in problems {
      #expect(BiometricLoginProblem(error) == problem)
      var machine = enabled()
      _ = machine.handle(.begin(.authenticating))
      let isWorthless = problem == .biometricsChanged || problem == .unreadable
      #expect(machine.handle(.failed(problem)) == (isWorthless ? .removeCopies : .none))
      #expect(machine.state.isEnabled == !isWorthless)
    }
    #expect(BiometricLoginProblem.lockedOut.offersPassword && BiometricLoginProblem.anotherWay.offersPassword)
    #expect(!BiometricLoginProblem.cancelled.offersPassword)
    // Whoever cancels knows it.
    #expect(BiometricLoginProblem.cancelled.explanation == nil)
    for (_, problem) in problems where problem != .cancelled {
      #expect(problem.explanation?.english.isEmpty == false && problem.explanation?.japanese.isEmpty == false)
    }
  }
}
