#if !canImport(Darwin)
import OmamoriCore
import OmamoriDBus

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
#endif
