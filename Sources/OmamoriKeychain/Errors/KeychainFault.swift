package import OmamoriCore

/// How a query or an item contradicts itself.
public enum KeychainFault: Sendable, Hashable, CaseIterable {
  /// A value is of another kind than the attribute.
  case valueKind
  /// Nothing is to be changed.
  case nothingToChange
  /// A reference and other conditions are given together.
  case referenceWithConditions
  /// There is neither a class nor a reference.
  case noClass
  /// A limit below one.
  case limit
  /// The store sets this attribute itself.
  case setByStore
  /// A synchronizable item cannot be bound to this device or have an access control.
  case synchronizable
  /// The access control contradicts itself.
  case accessControl
  /// An identity is found by joining a certificate and a key, and cannot be stored or changed itself.
  case identity
  /// The reference is not one of this store.
  case reference
  /// A name that must not be empty is empty.
  case emptyName
  /// A name is too long, or has characters that do not show.
  case name
  /// The secret of a slot, or what it costs to guess it, is too small.
  case weakSecret
  /// The accessibility of an item is to change, and other code chose an access control that the system does not tell.
  case unknownConstraints
}

extension KeychainFault {
  /// The fault as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .valueKind:
      LocalizedText("The value of an attribute is of the wrong kind.", ja: "属性の値の種類が正しくありません。")
    case .nothingToChange: LocalizedText("The update changes nothing.", ja: "更新の内容が空です。")
    case .referenceWithConditions:
      LocalizedText(
        "A persistent reference cannot be combined with other conditions.",
        ja: "永続参照は他の条件と組み合わせられません。")
    case .noClass: LocalizedText("The query names no item class.", ja: "クエリに項目クラスがありません。")
    case .limit: LocalizedText("The limit is below one.", ja: "上限が 1 未満です。")
    case .setByStore:
      LocalizedText("The store sets this attribute itself.", ja: "この属性はストアが設定します。")
    case .synchronizable:
      LocalizedText(
        "A synchronizable item can have neither an access control nor be bound to this device.",
        ja: "同期対象の項目には、アクセス制御もこのデバイス限定の指定もできません。")
    case .accessControl:
      LocalizedText(
        """
        The access control contradicts itself. userPresence goes with applicationPassword and privateKeyUsage only, \
        biometryAny excludes biometryCurrentSet, "or" excludes "and", each of these two needs a constraint to combine, and \
        privateKeyUsage is for keys only.
        """,
        ja: """
          アクセス制御の指定が矛盾しています。userPresence と組み合わせられるのは applicationPassword と privateKeyUsage だけです。\
          biometryAny と biometryCurrentSet、or と and は同時に指定できません。or と and には組み合わせる条件が必要です。\
          privateKeyUsage は鍵にだけ指定できます。
          """)
    case .identity:
      LocalizedText(
        "An identity cannot be stored or changed itself; store its certificate and its key.",
        ja: "アイデンティティそのものは保存も変更もできません。証明書と鍵を保存してください。")
    case .reference:
      LocalizedText("The persistent reference is not one of this store.", ja: "この永続参照は、このストアのものではありません。")
    case .emptyName: LocalizedText("A name is empty.", ja: "名前が空です。")
    case .name:
      LocalizedText(
        "A name is longer than 64 bytes or has characters that do not show.",
        ja: "名前が 64 バイトを超えているか、表示できない文字を含んでいます。")
    case .weakSecret:
      LocalizedText(
        "The secret of the slot is too short, or too cheap to guess.",
        ja: "スロットの秘密情報が短すぎるか、推測に必要な計算量が小さすぎます。")
    case .unknownConstraints:
      LocalizedText(
        """
        Another program gave the item an access control, and changing the accessibility alone would remove it. Give the \
        access control that the item is to have.
        """,
        ja: """
          この項目には別のプログラムがアクセス制御を設定しており、保護クラスだけを変更するとそれが失われます。\
          項目に設定するアクセス制御を指定してください。
          """)
    }
  }
}

/// Something that not every store or system can do.
public enum KeychainFeature: Sendable, Hashable, CaseIterable {
  /// Several things in one step.
  case transactions
  /// Telling about changes.
  case changes
  /// This kind of access control.
  case accessControl
  /// Certificates, keys and identities.
  case certificatesAndKeys
  /// This kind of slot.
  case slot
  /// This kind of key.
  case keyType
  /// This accessibility.
  case accessibility
  /// Replacing an item only in a certain state.
  case versions
  /// This format.
  case format
  /// Keeping a keychain file on this file system.
  case fileSystem
}

extension KeychainFeature {
  /// The feature in words.
  package var name: LocalizedText {
    switch self {
    case .transactions: LocalizedText("transactions", ja: "トランザクション")
    case .changes: LocalizedText("telling about changes", ja: "変更の通知")
    case .accessControl: LocalizedText("this access control", ja: "このアクセス制御")
    case .certificatesAndKeys: LocalizedText("certificates and keys", ja: "証明書と鍵")
    case .slot: LocalizedText("this kind of slot", ja: "この種類のスロット")
    case .keyType: LocalizedText("this kind of key", ja: "この種類の鍵")
    case .accessibility: LocalizedText("this accessibility", ja: "この保護クラス（kSecAttrAccessible）")
    case .versions: LocalizedText("replacing an item by its version", ja: "バージョンを指定した置き換え")
    case .format: LocalizedText("this format", ja: "この形式")
    case .fileSystem:
      LocalizedText("keychain files on this file system", ja: "このファイルシステム上のキーチェーンファイル")
    }
  }
}

/// A part of a store that an error names.
public enum KeychainPlace: Sendable, Hashable, CaseIterable {
  /// The folder of the store.
  case folder
  /// The store's file.
  case store
  /// The header with the store's identity and version.
  case header
  /// The slots.
  case slots
  /// The keybag with the keys of the classes.
  case keybag
  /// An item.
  case item
  /// The set of all items: one is missing, doubled, exchanged or old.
  case items
  /// The key of the device.
  case deviceKey
  /// The file that witnesses the newest state.
  case witness
  /// A key file.
  case keyFile
  /// A file that is imported or exported.
  case exchange
  /// A file or folder with data of the application.
  case dataFile
  /// The agent's socket.
  case agent
}

extension KeychainPlace {
  /// The place in words, to begin a sentence with.
  package var name: LocalizedText {
    switch self {
    case .folder: LocalizedText("The keychain's folder", ja: "キーチェーンのフォルダ")
    case .store: LocalizedText("The keychain file", ja: "キーチェーンファイル")
    case .header: LocalizedText("The keychain's header", ja: "キーチェーンのヘッダー")
    case .slots: LocalizedText("The table of slots", ja: "スロットの表")
    case .keybag: LocalizedText("The keybag", ja: "キーバッグ")
    case .item: LocalizedText("An item", ja: "項目")
    case .items: LocalizedText("The set of items", ja: "項目の集合")
    case .deviceKey: LocalizedText("The device key", ja: "デバイス鍵")
    case .witness: LocalizedText("The witness file", ja: "証人ファイル")
    case .keyFile: LocalizedText("The key file", ja: "鍵ファイル")
    case .exchange: LocalizedText("The file to import or export", ja: "入出力ファイル")
    case .dataFile: LocalizedText("The data file", ja: "データファイル")
    case .agent: LocalizedText("The agent's socket", ja: "エージェントのソケット")
    }
  }
}

/// A service that a keychain needs and an error names.
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
  package var name: LocalizedText {
    switch self {
    case .store: LocalizedText("The keychain file", ja: "キーチェーンファイル")
    case .agent: LocalizedText("The keychain agent", ja: "キーチェーンエージェント")
    case .sessionBus: LocalizedText("The D-Bus session bus", ja: "D-Bus セッションバス")
    case .systemBus: LocalizedText("The D-Bus system bus", ja: "D-Bus システムバス")
    case .secretService: LocalizedText("The Secret Service", ja: "Secret Service のサービス")
    case .tpm: LocalizedText("The TPM", ja: "TPM（セキュリティチップ）")
    case .systemdCredentials: LocalizedText("The systemd credential", ja: "systemd のクレデンシャル")
    case .authenticator: LocalizedText("The means to ask a person", ja: "本人確認の手段")
    case .appleKeychain: LocalizedText("The system's keychain", ja: "システムのキーチェーン")
    }
  }

  /// What to do about its absence.
  package var recovery: LocalizedText {
    switch self {
    case .store:
      LocalizedText("Create one with `omamori keychain init`.", ja: "`omamori keychain init` で作成してください。")
    case .agent:
      LocalizedText("Start it with `omamori keychain agent`.", ja: "`omamori keychain agent` で起動してください。")
    case .sessionBus, .systemBus, .secretService:
      LocalizedText(
        "Start the service, or use the keychain file, which needs none.",
        ja: "サービスを起動するか、サービスを必要としないキーチェーンファイルを使用してください。")
    case .tpm:
      LocalizedText(
        "Check that there is a TPM and that you may use it, or use another slot.",
        ja: "TPM の有無と利用権限を確認するか、別のスロットを使用してください。")
    case .systemdCredentials:
      LocalizedText(
        "Run the program as a systemd service with LoadCredential=.",
        ja: "LoadCredential=を指定した systemd サービスとして実行してください。")
    case .authenticator:
      LocalizedText("Run where a person can be asked.", ja: "本人に確認できる環境で実行してください。")
    case .appleKeychain: LocalizedText("Try again later.", ja: "しばらくしてから再試行してください。")
    }
  }
}

/// What is wrong with a slot.
public enum SlotFault: Sendable, Hashable, CaseIterable {
  /// There is no slot of that name or kind.
  case notFound
  /// It is the only one left; without it nobody could open the store.
  case last
  /// It is the only passphrase left; what needs a passphrase would be lost with it.
  case lastPassphrase
  /// There is one of that name.
  case nameTaken
  /// There are as many as a store can have.
  case tooMany
}

extension SlotFault {
  /// The fault as a sentence.
  package var explanation: LocalizedText {
    switch self {
    case .notFound: LocalizedText("There is no such slot.", ja: "そのスロットはありません。")
    case .last: LocalizedText("It is the last slot.", ja: "最後のスロットです。")
    case .lastPassphrase:
      LocalizedText(
        "It is the last passphrase; items that need a passphrase would be lost with it.",
        ja: "最後のパスフレーズです。パスフレーズを必要とする項目は、一緒に失われます。")
    case .nameTaken: LocalizedText("There is a slot of that name.", ja: "その名前のスロットはすでにあります。")
    case .tooMany: LocalizedText("There are as many slots as a keychain can have.", ja: "スロットの数が上限に達しています。")
    }
  }

  /// What to do about it.
  package var recovery: LocalizedText {
    switch self {
    case .notFound:
      LocalizedText(
        "List them with `omamori keychain slot list`.", ja: "`omamori keychain slot list` で確認してください。")
    case .last: LocalizedText("Add another one first.", ja: "先に別のスロットを追加してください。")
    case .lastPassphrase:
      LocalizedText(
        "Add another passphrase first, or confirm that these items are to be lost.",
        ja: "先に別のパスフレーズを追加するか、これらの項目が失われることを確認してください。")
    case .nameTaken: LocalizedText("Choose another name.", ja: "別の名前を指定してください。")
    case .tooMany: LocalizedText("Remove one first.", ja: "先に一つ削除してください。")
    }
  }
}
