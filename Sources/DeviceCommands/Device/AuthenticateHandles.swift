import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriCore
import OmamoriDevice
import OmamoriDeviceLinux

/// The parameters of `omamori device authenticate`.
struct AuthenticateHandles: Sendable {
  private static let greatestSealed = 64 << 10

  let method: Parameter<AuthenticationMethod>
  let json: Parameter<Bool>
  private let service: Parameter<String?>
  private let user: Parameter<String?>
  private let folder: Parameter<DirectoryPath?>
  private let sealed: Parameter<FilePath?>
  private let reason: Parameter<String?>

  init(_ declare: inout Declaration) {
    method = declare.option(
      "--method", value: "METHOD", default: .pam, help: HelpText("How to ask.", ja: "本人確認の方法。"))
    service = declare.option(
      "--service", value: "NAME",
      help: HelpText(
        "The PAM service that says how to ask, a file in /etc/pam.d (login unless given), or the action of polkit.",
        ja: "確認方法を定める PAM サービス（/etc/pam.d のファイル名、省略時は login）、または polkit のアクション。"))
    user = declare.option(
      "--user", value: "NAME",
      help: HelpText("Who the person has to be; yourself unless given.", ja: "確認する相手。省略時は実行中のユーザーです。"))
    folder = declare.option(
      "--pam-folder", value: "FOLDER",
      help: HelpText(
        "Read the PAM service from here; only you or root may write there.",
        ja: "PAM サービスをこのフォルダから読み込みます。書き込めるのは本人か root だけでなければなりません。"))
    sealed = declare.option(
      "--sealed", value: "FILE",
      help: HelpText(
        "What 'device seal-pin' wrote, for tpm-pin.", ja: "'device seal-pin' が書き出したファイル（tpm-pin 用）。"))
    reason = declare.option(
      "--reason", value: "TEXT", help: HelpText("What the person is told.", ja: "本人に表示する理由。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }

  /// What is asked for.
  func request(_ method: AuthenticationMethod, _ arguments: Arguments) throws -> AuthenticationRequest {
    let reason = try arguments[reason].map { LocalizedText($0, ja: $0) } ?? Self.standardReason
    return AuthenticationRequest(
      reason: reason, policy: method == .fingerprint ? .biometrics : .biometricsOrPasscode)
  }

  /// Who asks.
  ///
  /// - Throws: ``CryptoFault`` for options that are missing, `DeviceError` for names that are wrong.
  func authenticator(
    _ method: AuthenticationMethod, _ arguments: Arguments, _ prompt: TerminalQuestion
  ) throws -> any Authenticator {
    let (service, user) = (try arguments[service], try arguments[user])
    switch method {
    case .pam:
      return try PAMAuthenticator(
        service: service ?? "login", user: user,
        folder: try arguments[folder].map { KeychainFolder(commandLine: $0.string)?.path ?? $0.string },
        prompt: prompt)
    case .fingerprint: return FingerprintAuthenticator(user: user, prompt: prompt)
    case .polkit:
      guard let service else { throw CryptoFault.noAction }
      return try PolkitAuthenticator(action: service)
    case .tpmPIN:
      guard let path = try arguments[sealed]?.string else { throw CryptoFault.noSealedFile }
      let bytes = try SmallFile.read(path, limit: Self.greatestSealed)
      return try TPMPINAuthenticator(try PINSealedSecret(bytes: Data(bytes)), prompt: prompt)
    }
  }

  private static let standardReason = LocalizedText("to confirm that it is you", ja: "本人確認のため")
}

extension CryptoFault {
  /// polkit decides about actions.
  fileprivate static let noAction = usage(
    HelpText("polkit needs an action", ja: "polkit にはアクションが必要です"),
    hint: HelpText(
      "give --service with one that 'pkaction' lists", ja: "'pkaction' で一覧できるアクションを --service で指定してください"))

  /// A PIN opens something.
  fileprivate static let noSealedFile = usage(
    HelpText("tpm-pin needs --sealed", ja: "tpm-pin には --sealed が必要です"),
    hint: HelpText(
      "make the file with 'omamori device seal-pin -o FILE'",
      ja: "ファイルは 'omamori device seal-pin -o FILE' で作成できます"))
}

/// The ways in which a person can be asked.
enum AuthenticationMethod: String, CaseIterable, CommandLineValue {
  case pam, fingerprint, polkit
  case tpmPIN = "tpm-pin"
}
