// Asks for a finger or, where there is no reader, for a password; without a person at a terminal it says why not.
import Omamori
import OmamoriDeviceLinux

#if !canImport(Darwin)
struct NobodyThere: AuthenticationPrompt {
  func reply(to question: AuthenticationQuestion) async -> AuthenticationReply {
    print(question.reason[.en], "-", question.text[.en])
    return .unavailable
  }

  func show(_ notice: AuthenticationNotice) async { print(notice.text[.en]) }
}

let finger = FingerprintAuthenticator(timeout: .seconds(5)) { print($0.text[.en]) }
let password = try PAMAuthenticator(service: "other", prompt: NobodyThere())
let person = AuthenticatorChain([finger, password])
let request = AuthenticationRequest(
  reason: LocalizedText("Unlock the notes", ja: "メモを開く"), policy: .biometricsOrPasscode)

let outcome = await person.authenticate(request)
print("worth:", person.kind, "outcome:", outcome, "admitted:", outcome.admits)
print("screen:", await ScreenLock().state())
#endif
