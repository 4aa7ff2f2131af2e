import AuditEngine
import OmamoriReport

/// Where an app lets people create an account with a server.
struct SignUp {
  /// The use of the name.
  let use: NameUse
  /// The name that tells.
  let name: String
  /// Whether a library is called that does it, and not something that is only called so.
  let isOfLibrary: Bool

  /// The names that ``init(_:)`` looks for.
  static let names = Set(libraries.map(\.name)).union(screens)

  /// The first one in sources of the app; `nil` without any.
  init?(_ project: ProjectFacts) {
    for (name, modules) in Self.libraries where !modules.isDisjoint(with: project.imports) {
      if let use = project.uses(of: name).first(where: { $0.context == .app }) {
        (self.use, self.name, isOfLibrary) = (use, name, true)
        return
      }
    }
    for name in Self.screens {
      if let use = project.uses(of: name).first(where: { $0.context == .app }) {
        (self.use, self.name, isOfLibrary) = (use, name, false)
        return
      }
    }
    return nil
  }

  private static let libraries: [(name: String, modules: Set<String>)] = [
    ("createUser", ["FirebaseAuth", "Firebase"]),
    ("signUp", ["Amplify", "Supabase", "Auth", "AWSMobileClient"]),
    ("signUpInBackground", ["Parse", "ParseCore"]), ("signup", ["Auth0", "ParseSwift"]),
  ]
  private static let screens = [
    "SignUpView", "SignUpViewController", "SignupView", "SignupViewController", "RegisterView",
    "RegisterViewController", "RegistrationView", "RegistrationViewController", "CreateAccountView",
    "CreateAccountViewController", "registerUser", "registerAccount", "signUpUser",
  ]
}
