import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct HardcodedPersonalDataTests {
  @Test(arguments: [
    #"let cardNumber = ⟦"4539 1488 0343 6467"⟧"#, #"let creditCard = ⟦"4539-1488-" + "0343-6467"⟧"#,
    "let cardNumber = ⟦4539148803436467⟧", #"pay(cardNumber: ⟦"4539148803436467"⟧, month: 3)"#,
    #"let card = (cardNumber: ⟦"4539148803436467"⟧, cvc: ⟦"318"⟧)"#, #"let ssn = ⟦"536-22-8726"⟧"#,
    #"let myNumber = ⟦"123456789018"⟧"#, #"let iban = ⟦"DE89 3704 0044 0532 0130 00"⟧"#,
  ])
  func speaks(_ source: String) { expect(HardcodedPersonalData.self, in: source, confidence: .medium) }

  @Test func aPublishedTestNumberIsLow() {
    expect(HardcodedPersonalData.self, in: #"let cardNumber = ⟦"4242 4242 4242 4242"⟧"#, confidence: .low)
  }

  @Test(arguments: [
    #"let cardNumber = "4539 1488 0343 6468""#, #"let cardNumberFormat = "4539 1488 0343 6467""#,
    #"let orderNumber = "4539148803436467""#, "let cardNumber = form.number", #"let ssn = "000-00-0000""#,
    #"let cardNumber = "0000 0000 0000 0000""#, #"let myNumber = "123456789012""#, #"let iban = "DE00""#,
    #"#Preview { CardView(cardNumber: "4539148803436467") }"#, #"let cardNumber = "XXXX XXXX XXXX 6467""#,
  ])
  func isSilent(_ source: String) { expect(HardcodedPersonalData.self, in: source) }
}
