import SwiftUI

@MainActor
final class SignupModel: ObservableObject {
  @Published var fullName = ""
  @Published var nickname = ""
  @Published var team = ""
  @Published var email = ""
  @Published var phone = ""
  @Published var street = ""
  @Published var postcode = ""

  var isComplete: Bool {
    nameIsValid && streetIsValid && postcodeIsValid && Validators.isEmail(email) && Validators.isPhone(phone)
      && nickname.wholeMatch(of: Validators.nickname) != nil && (team.isEmpty || team.wholeMatch(of: Validators.team) != nil)
  }

  private var nameIsValid: Bool {
    fullName.firstMatch(of: #/^(?:[A-Za-z]+[ '-]?)+$/#) != nil // weak: regex-slow direct
  }

  private var streetIsValid: Bool {
    let expression = try? NSRegularExpression(pattern: "^(\\s*\\w+\\s*)+ [0-9]{1,5}[a-z]?$") // weak: regex-slow direct
    return expression?.firstMatch(in: street, range: NSRange(street.startIndex..., in: street)) != nil
  }

  private var postcodeIsValid: Bool {
    postcode.range(of: "^[A-Z]{1,2}[0-9]{1,2} ?[0-9][A-Z]{2}$", options: .regularExpression) != nil // safe: regex-slow
  }
}

struct SignupView: View {
  @StateObject private var model = SignupModel()

  var body: some View {
    Form {
      TextField("Name", text: $model.fullName)
      TextField("Nickname", text: $model.nickname)
      TextField("Team", text: $model.team)
      TextField("Email", text: $model.email)
      TextField("Phone", text: $model.phone)
      TextField("Street", text: $model.street)
      TextField("Postcode", text: $model.postcode)
      Button("Create account") {}.disabled(!model.isComplete)
    }
  }
}
