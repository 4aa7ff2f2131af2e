public import OmamoriCore

extension IntegritySignal.Identifier {
  /// What the signal looks for, as a title.
  ///
  /// An identifier of the app's own has its name for a title.
  public var title: LocalizedText { Self.texts[name]?.title ?? LocalizedText(stringLiteral: name) }

  /// What a detection means, as a sentence.
  public var meaning: LocalizedText { Self.texts[name]?.meaning ?? LocalizedText(stringLiteral: name) }

  /// The identifiers that the toolkit's own probes use, in the order of reports.
  public static let known: [Self] = [
    .tracer, .modifiedCode, .instrumentation, .lyingLibrary, .preload, .addedLibrary, .filelessLibrary,
    .deletedLibrary, .writableCode, .anonymousCode, .rootUser, .capabilities, .virtualMachine, .container,
    .screenLock,
  ]

  private static let texts: [String: (title: LocalizedText, meaning: LocalizedText)] = [
    Self.tracer.name: (
      LocalizedText("Debugger", ja: "デバッガー"),
      LocalizedText(
        "Another process traces this one and can read and change all of it.",
        ja: "別のプロセスが追跡しており、メモリの読み取りと変更が可能な状態です。")
    ),
    Self.modifiedCode.name: (
      LocalizedText("Modified code", ja: "コードの改変"),
      LocalizedText(
        "Code in memory is not what stands in the file: a breakpoint or a hook.",
        ja: "メモリ上のコードがファイルの内容と異なります。ブレークポイントまたはフックの可能性があります。")
    ),
    Self.instrumentation.name: (
      LocalizedText("Instrumentation", ja: "計装ツール"),
      LocalizedText(
        "A tool that can watch and change programs as they run is inside.",
        ja: "実行中のプログラムを監視、変更できるツールが組み込まれています。")
    ),
    Self.lyingLibrary.name: (
      LocalizedText("Views that disagree", ja: "情報の食い違い"),
      LocalizedText(
        "The C library tells something else than the kernel: its functions are hooked.",
        ja: "Cライブラリとカーネルの情報が一致しません。ライブラリの関数がフックされています。")
    ),
    Self.preload.name: (
      LocalizedText("Preloaded library", ja: "ライブラリの事前読み込み"),
      LocalizedText(
        "The loader was told to put a library into the program.",
        ja: "プログラムにライブラリを差し込むよう、ローダーが指定されています。")
    ),
    Self.addedLibrary.name: (
      LocalizedText("Added library", ja: "追加されたライブラリ"),
      LocalizedText(
        "A library runs that was not there at the start.",
        ja: "起動時にはなかったライブラリが読み込まれています。")
    ),
    Self.filelessLibrary.name: (
      LocalizedText("Library without a file", ja: "ファイルのないライブラリ"),
      LocalizedText(
        "A library was loaded from memory and never stood on a disk.",
        ja: "ディスク上に存在しないライブラリがメモリから読み込まれています。")
    ),
    Self.deletedLibrary.name: (
      LocalizedText("Deleted library", ja: "削除されたライブラリ"),
      LocalizedText(
        "Code runs whose file was deleted or replaced; an update does that too.",
        ja: "実行中のコードのファイルが削除または置換されています。更新時にも起こります。")
    ),
    Self.writableCode.name: (
      LocalizedText("Writable code", ja: "書き込み可能なコード"),
      LocalizedText(
        "Memory can be written and run; programs that compile at run time need that.",
        ja: "書き込みと実行が同時に可能なメモリがあります。実行時コンパイルを行うプログラムでは正常です。")
    ),
    Self.anonymousCode.name: (
      LocalizedText("Code without a file", ja: "ファイルのないコード"),
      LocalizedText(
        "Memory runs that was loaded from no file; programs that compile at run time have that.",
        ja: "ファイルに由来しない実行可能メモリがあります。実行時コンパイルを行うプログラムでは正常です。")
    ),
    Self.rootUser.name: (
      LocalizedText("Root", ja: "root権限"),
      LocalizedText("The process runs as root.", ja: "rootとして実行されています。")
    ),
    Self.capabilities.name: (
      LocalizedText("Privileges", ja: "特権"),
      LocalizedText(
        "The process holds privileges beyond those of a user.", ja: "一般ユーザーを超える特権を持っています。")
    ),
    Self.virtualMachine.name: (
      LocalizedText("Virtual machine", ja: "仮想マシン"),
      LocalizedText("The system runs in a virtual machine.", ja: "仮想マシン上で動作しています。")
    ),
    Self.container.name: (
      LocalizedText("Container", ja: "コンテナ"),
      LocalizedText("The process runs in a container.", ja: "コンテナ内で動作しています。")
    ),
    Self.screenLock.name: (
      LocalizedText("Screen lock", ja: "画面ロック"),
      LocalizedText("The device has a screen lock.", ja: "画面ロックが設定されています。")
    ),
    Self.jailbreak.name: (
      LocalizedText("Jailbreak", ja: "脱獄"),
      LocalizedText(
        "The system's restrictions on apps are gone.", ja: "アプリに対するシステムの制限が解除されています。")
    ),
    Self.simulator.name: (
      LocalizedText("Simulator", ja: "シミュレーター"),
      LocalizedText(
        "The app runs in the simulator or on a Mac.", ja: "シミュレーターまたはMac上で動作しています。")
    ),
    Self.debuggable.name: (
      LocalizedText("Debuggable app", ja: "デバッグ可能なアプリ"),
      LocalizedText(
        "The app's signature lets debuggers in or takes protections away.",
        ja: "アプリの署名がデバッガーの接続または保護の解除を許可しています。")
    ),
  ]
}

extension IntegritySignal {
  /// The state in words.
  public var stateText: LocalizedText {
    switch state {
    case .detected: LocalizedText("detected", ja: "検出")
    case .clean: LocalizedText("nothing found", ja: "検出なし")
    case .unavailable: LocalizedText("not available", ja: "確認不可")
    case .error: LocalizedText("failed", ja: "失敗")
    }
  }
}
