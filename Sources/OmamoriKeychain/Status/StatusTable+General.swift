import OmamoriCore

// The codes that every system call can give, with long texts where people meet them most.

extension KeychainStatus {
  static let generalRows: [KeychainStatus] = [
    row(0, "Success", "It worked.", "成功しました。", .nothing),
    row(
      -4, "Unimplemented", "The system does not have this function or this combination of options.",
      "この関数、またはこのオプションの組み合わせは実装されていません。", .correctCall),
    row(-34, "DiskFull", "The disk is full.", "ディスクの空きがありません。", .freeSpace, aliases: ["DskFull"]),
    row(-36, "IO", "Reading or writing the keychain's file failed.", "キーチェーンファイルの読み書きに失敗しました。", .restart),
    row(-49, "OpWr", "The file is already open for writing.", "ファイルはすでに書き込み用に開かれています。", .retry),
    row(
      -50, "Param",
      LocalizedText(
        """
        A parameter is wrong. SecItem functions answer this for every contradiction in a query: a key or value that the \
        function does not take (kSecMatchLimit or kSecReturn… in an update or removal), a persistent reference together \
        with other conditions, a value of the wrong type, an access control on a synchronizable item, or both \
        kSecAttrAccessible and kSecAttrAccessControl.
        """,
        ja: """
          引数が正しくありません。SecItemの関数は、クエリの矛盾をすべてこのコードで返します。更新や削除のkSecMatchLimitやkSecReturn…など受け付けないキー、\
          永続参照と他の条件の併用、値の型の誤り、同期対象の項目へのアクセス制御の指定、kSecAttrAccessibleとkSecAttrAccessControlの同時指定などが原因です。
          """),
      LocalizedText(
        "Take keys out of the query until it is accepted, then correct the last one; check that an access control was created.",
        ja: "受け付けられるまでクエリからキーを減らし、最後に外したキーを修正してください。アクセス制御オブジェクトの作成に成功しているかも確認してください。")),
    row(-61, "WrPerm", "There is no permission to write.", "書き込みの権限がありません。", .permissions),
    row(-108, "Allocate", "There is not enough memory.", "メモリが不足しています。", .freeMemory),
    row(
      -128, "UserCanceled",
      LocalizedText(
        """
        The person dismissed the question for a passcode, a fingerprint or a face, or the app cancelled it. The item is \
        there and intact; it was only not released.
        """,
        ja: """
          パスコードや指紋、顔による確認を本人が取り消したか、アプリが中止しました。項目は無事に残っており、取り出されなかっただけです。
          """),
      LocalizedText(
        "Treat it as \"not now\": keep the session, offer to try again, and never delete or replace the item.",
        ja: "「今は行わない」という意思として扱い、セッションを保ったまま再試行の手段を示してください。項目を削除したり置き換えたりしないでください。")),
    row(
      -909, "BadReq", "A parameter or the state does not fit the operation.", "引数または状態が操作に合っていません。",
      .correctCall),
    row(
      -2070, "InternalComponent", "A part of the Security framework failed.", "Securityフレームワークの内部で失敗しました。",
      .restart),
    row(
      -4960, "CoreFoundationUnknown", "Core Foundation gave an error of its own.",
      "Core Foundationでエラーが発生しました。", .report),
    row(
      -34018, "MissingEntitlement",
      LocalizedText(
        """
        The program's signature does not entitle it to the keychain or to the access group that the query names. Usual \
        places: unit tests without a host application, command-line tools and package tests on macOS with the data \
        protection keychain, an app signed anew without its entitlements, and a group without the team's prefix.
        """,
        ja: """
          プログラムの署名に、キーチェーンまたはクエリで指定したアクセスグループを使う権限がありません。ホストアプリのない単体テスト、\
          macOSのデータ保護キーチェーンを使うコマンドラインツールやパッケージのテスト、エンタイトルメントなしで再署名されたアプリ、\
          チームIDの接頭辞がないグループ名でよく起こります。
          """),
      LocalizedText(
        """
        Add the Keychain Sharing capability with this group, give the tests a host application, or test with a keychain in \
        memory. List the entitlements with `codesign -d --entitlements -`.
        """,
        ja: """
          Keychain Sharingにこのグループを追加するか、テストにホストアプリを指定するか、メモリ上のキーチェーンでテストしてください。\
          エンタイトルメントは`codesign -d --entitlements -`で確認できます。
          """)),
    row(
      -34020, "RestrictedAPI", "The function is kept for programs of the system.", "この関数はシステムのプログラム専用です。",
      .entitlement),
  ]
}
