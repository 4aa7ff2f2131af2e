import OmamoriCore

/// A service that a keychain needs and an error names.
///
/// A value; safe to share between threads.
public enum KeychainService: Sendable, Hashable, CaseIterable {
  /// The keychain file.
  case store
  /// The agent.
  case agent
  /// The session bus.
  case sessionBus
  /// The system bus.
  case systemBus
  /// The Secret Service.
  case secretService
  /// The TPM.
  case tpm
  /// The system's credentials.
  case systemdCredentials
  /// The means to ask a person.
  case authenticator
  /// The keychain of an Apple system.
  case appleKeychain
}

extension KeychainService {
  /// The service in words, to begin a sentence with.
  var name: LocalizedText {
    switch self {
    case .store: LocalizedText("The keychain file", ja: "キーチェーンファイル")
    case .agent: LocalizedText("The keychain agent", ja: "キーチェーンエージェント")
    case .sessionBus: LocalizedText("The D-Bus session bus", ja: "D-Busセッションバス")
    case .systemBus: LocalizedText("The D-Bus system bus", ja: "D-Busシステムバス")
    case .secretService: LocalizedText("The Secret Service", ja: "Secret Service")
    case .tpm: LocalizedText("The TPM", ja: "TPM")
    case .systemdCredentials: LocalizedText("The systemd credential", ja: "systemdのクレデンシャル")
    case .authenticator: LocalizedText("The means to ask a person", ja: "本人確認の手段")
    case .appleKeychain: LocalizedText("The system's keychain", ja: "システムのキーチェーン")
    }
  }

  /// What to do about its absence.
  var recovery: LocalizedText {
    switch self {
    case .store:
      LocalizedText("Create one with `omamori keychain init`.", ja: "`omamori keychain init`で作成してください。")
    case .agent:
      LocalizedText("Start it with `omamori keychain agent`.", ja: "`omamori keychain agent`で起動してください。")
    case .sessionBus, .systemBus, .secretService:
      LocalizedText(
        "Start the service, or use the keychain file, which needs none.",
        ja: "サービスを起動するか、サービスを必要としないキーチェーンファイルを使用してください。")
    case .tpm:
      LocalizedText(
        "Check that there is a TPM and that you may use it, or use another slot.",
        ja: "TPMの有無と利用権限を確認するか、別のスロットを使用してください。")
    case .systemdCredentials:
      LocalizedText(
        "Run the program as a systemd service with LoadCredential=.",
        ja: "LoadCredential=を指定したsystemdサービスとして実行してください。")
    case .authenticator:
      LocalizedText("Run where a person can be asked.", ja: "本人に確認できる環境で実行してください。")
    case .appleKeychain: LocalizedText("Try again later.", ja: "しばらくしてから再試行してください。")
    }
  }
}
