import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UIKeyboardCacheTests {
  @Test(arguments: [
    #"⟦TextField("カード番号", text: $number)⟧"#,
    #"struct A: View { var body: some View { Form { ⟦TextField("Card number", text: $card)⟧.padding() } } }"#,
    #"⟦TextField("", text: $model.cardNumber)⟧"#,
    #"func f() { ⟦answerField.placeholder = "秘密の質問の答え"⟧ }"#,
    "class A { let ⟦cardNumberField = UITextField()⟧ }",
    #"⟦TextField("カード番号", text: $number)⟧.autocorrectionDisabled(false)"#,
  ])
  func speaks(_ source: String) { expect(UIKeyboardCache.self, in: source) }

  @Test(arguments: [
    #"TextField("カード番号", text: $number).keyboardType(.numberPad)"#,
    #"struct A: View { var body: some View { Form { TextField("Card number", text: $card) }.autocorrectionDisabled() } }"#,
    #"TextField("Message", text: $draft)"#,
    #"SecureField("Password", text: $password)"#,
    #"TextField("Password", text: $password)"#,
    #"func f() { answerField.placeholder = "秘密の質問の答え"; answerField.autocorrectionType = .no }"#,
    "class A { let cardNumberField = UITextField()\n  func f() { cardNumberField.keyboardType = .numberPad } }",
    #"TextField("E-mail", text: $mail)"#,
  ])
  func isSilent(_ source: String) { expect(UIKeyboardCache.self, in: source) }

  @Test func readsInterfaceFiles() {
    expect(
      UIKeyboardCache.self,
      inInterface: """
        <document><view><subviews>
        <label text="カード番号" id="l"/>
        ⟦<textField placeholder="0000 0000 0000 0000" id="a">⟧<textInputTraits key="textInputTraits"/></textField>
        <textField placeholder="Card number" id="b"><textInputTraits key="textInputTraits" autocorrectionType="no"/></textField>
        <textField placeholder="Card number" id="c"><textInputTraits key="t" keyboardType="numberPad"/></textField>
        <textField placeholder="Card number" id="d"><textInputTraits key="t" secureTextEntry="YES"/></textField>
        <textField placeholder="Search" id="e"/>
        </subviews></view></document>
        """)
  }

  @Test func theLabelBesideNamesAField() {
    expect(
      UIKeyboardCache.self,
      inInterface: """
        <document><view><subviews>
        <label text="Card number" id="l"><rect key="frame" x="20" y="100" width="90" height="20"/></label>
        <label text="Note" id="m"><rect key="frame" x="20" y="300" width="90" height="20"/></label>
        ⟦<textField id="a">⟧<rect key="frame" x="120" y="98" width="200" height="24"/></textField>
        <textField id="b"><rect key="frame" x="20" y="330" width="200" height="24"/></textField>
        </subviews></view></document>
        """)
  }
}
