import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SensitiveLexiconTests {
  @Test(arguments: [
    "password", "userPassword", "currentPassword", "newPassword", "passwordConfirmation", "kPassword",
    "PASSWORD",
    "accessToken", "refresh_token", "idToken", "authTokenString", "pushToken", "deviceToken", "jwt",
    "resetToken",
    "apiKey", "weatherAPIKey", "X-Api-Key", "apikey", "clientSecret", "uploadSecret", "privateKey",
    "signingKey",
    "encryptionKey", "aes256Key", "sessionID", "PIN", "parentalPin", "pinCode", "userPINData", "otpCode",
    "recoveryCode", "recovery_code", "seedPhrase", "walletSeed", "mnemonic", "passcode", "cvv", "credential",
    "パスワード", "暗証番号", "新しいパスワード", "秘密鍵", "anshoubangou", "himitsu",
  ])
  func meansASecret(_ name: String) { #expect(SensitiveLexicon.meaning(of: name) == .secret) }

  @Test(arguments: [
    "cardNumber", "creditCard", "credit_card_number", "ssn", "iban", "bankAccountNumber", "emailAddress",
    "userEmail",
    "phoneNumber", "dateOfBirth", "birthDate", "dob", "latitude", "currentLocation", "homeAddress",
    "passportNumber",
    "マイナンバー", "口座番号", "カード番号", "生年月日", "kouzabangou",
  ])
  func meansPersonalData(_ name: String) { #expect(SensitiveLexicon.meaning(of: name) == .personal) }

  @Test(arguments: [
    "passport", "compass", "tokenizer", "keyboard", "keyPath", "secretary", "pageToken", "nextToken",
    "nextPageToken", "cancellationToken", "continuationToken", "passwordField", "isPasswordValid",
    "forgotPassword",
    "apiKeyName", "passwordKey", "tokenKey", "hasToken", "passwordLabel", "passwordHint",
    "passwordPlaceholder",
    "minPasswordLength", "passwordRegex", "tokenExpiry", "tokenType", "tokenURLString", "tokenEndpoint",
    "pinView",
    "mapPin", "PWD", "tokenModifier", "semanticTokens", "pinToEdges", "pinnedKeys", "ledPin", "publicKey",
    "publicKeyData", "user", "userName", "id",
    "key",
    "account", "accountID", "randomSeed", "maxTokens", "promptTokens", "designTokens", "identifierToken",
    "mockToken",
    "resetPassword", "updatePassword", "changePasswordButton", "secretsManager", "credentialStore", "bypass",
    "pass", "passed", "encompass", "spinner", "spin", "opinion", "shipping", "tokyo", "keyframe", "monkey",
    "accessTokenErrorBehavior", "lastDiagnosisTimestamp", "suffixlessTokens", "passwordError",
    "wrongPinMessage", "emailLabel", "phone",
    "mail", "location", "パスワード欄", "暗証番号入力欄", "",
  ])
  func meansNothing(_ name: String) { #expect(SensitiveLexicon.meaning(of: name) == nil) }
}
