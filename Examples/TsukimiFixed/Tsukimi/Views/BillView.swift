import SwiftUI

// 割り勘の明細。金額と相手はサーバーの明細から取り、リンクからは取らない。
struct BillView: View {
  let id: String
  @State private var bill: Bill?
  @State private var message: String?

  var body: some View {
    Form {
      if let bill {
        LabeledContent("相手", value: bill.friend)
        LabeledContent("金額", value: bill.yen, format: .currency(code: "JPY"))
        Button("送金する") { pay(bill) }
      }
      if let message { Text(message).font(.footnote) }
    }
    .privacySensitive()
    .task { await load() }
  }

  private func load() async {
    do {
      bill = try await APIClient.shared.bill(id)
    } catch {
      message = "明細を読み込めませんでした。"
    }
  }

  private func pay(_ bill: Bill) {
    Task {
      do {
        try await PaymentService().send(yen: bill.yen, to: bill.friend)
        message = "送金しました。"
      } catch {
        message = "送金できませんでした。"
      }
    }
  }
}
