public import OmamoriCore

/// Why a relay does not start or cannot answer.
///
/// It holds codes and kinds only, never a part of a request, a name or a path.
@nonexhaustive
public enum RelayError: OmamoriError {
  /// The address cannot be listened on; `code` is the error number.
  case cannotListen(code: Int32)
  /// Another relay uses the folder.
  case inUse
  /// Others than its owner can use the folder.
  case insecureFolder
  /// A name for the certificate is neither a host name nor an address.
  case invalidName
  /// The store of the relay cannot be opened or written; `code` is SQLite's.
  case store(code: Int32)
  /// The relay's certificate or key cannot be made or read.
  case certificate
  /// There is no randomness, or a secret cannot be held.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
}

extension RelayError {
  /// What failed.
  public var explanation: LocalizedText {
    switch self {
    case .cannotListen(let code):
      LocalizedText(
        "The relay cannot listen on its address; the system's error is \(code).",
        ja: "リレーが指定アドレスで待ち受けできません（システムエラー \(code)）。")

    case .inUse:
      LocalizedText(
        "Another relay uses the folder.", ja: "別のリレーがこのフォルダを使用しています。")

    case .insecureFolder:
      LocalizedText(
        "Others than its owner can use the relay's folder.",
        ja: "リレーのフォルダに所有者以外がアクセスできます。")

    case .invalidName:
      LocalizedText(
        "A name for the relay's certificate is neither a host name nor an address.",
        ja: "証明書に入れる名前がホスト名でも IP アドレスでもありません。")

    case .store(let code):
      LocalizedText(
        "The relay's store cannot be used; SQLite's error is \(code).",
        ja: "リレーの保存領域を使用できません（SQLite エラー \(code)）。")

    case .certificate:
      LocalizedText(
        "The relay's certificate cannot be made or read.", ja: "リレーの証明書を作成または読み込みできません。")

    case .core(let error): error.explanation
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .cannotListen:
      LocalizedText(
        "Choose another port, or end the program that uses it.",
        ja: "別のポートを指定するか、そのポートを使用中のプログラムを終了してください。")

    case .inUse:
      LocalizedText(
        "End the other relay, or choose another folder.",
        ja: "そのサーバーを終了するか、別のフォルダを指定してください。")

    case .insecureFolder:
      LocalizedText(
        "Take the permissions of others away (chmod 700).",
        ja: "所有者以外の権限を外してください（chmod 700）。")

    case .invalidName:
      LocalizedText(
        "Give names such as relay.example.com or 192.0.2.1.",
        ja: "relay.example.com や 192.0.2.1 のように指定してください。")

    case .store where isFull:
      LocalizedText(
        "Free some space on the disk, as much as the store has at an update, and start the relay again.",
        ja: "ディスクの空き容量を増やし（更新時は保存領域と同じだけ必要です）、リレーを起動し直してください。")

    case .store:
      LocalizedText(
        "Check the folder of the relay and the space on its disk.",
        ja: "リレーのフォルダとディスクの空き容量を確認してください。")

    case .certificate:
      LocalizedText(
        "Remove a damaged certificate so that a new one is made; clients must then pin it again.",
        ja: "破損した証明書を削除すると新しく作成されます。その場合、クライアント側でピンの再登録が必要です。")

    case .core(let error): error.recovery
    case .system: LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    }
  }
}
