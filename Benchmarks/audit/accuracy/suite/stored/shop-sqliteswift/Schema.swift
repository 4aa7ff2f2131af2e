import SQLite

enum Customers {
  static let table = Table("customers")
  static let id = SQLite.Expression<Int64>("id")
  static let nickname = SQLite.Expression<String>("nickname")
  static let tel = SQLite.Expression<String?>("tel")
  static let addr = SQLite.Expression<String?>("home_addr")
  static let hasPassword = SQLite.Expression<Bool>("has_password")
}

enum Payments {
  static let table = Table("payments")
  static let customer = SQLite.Expression<Int64>("customer_id")
  static let ccNo = SQLite.Expression<String?>("cc_no")
  static let sealed = SQLite.Expression<SQLite.Blob?>("cc_blob")
  static let cardType = SQLite.Expression<Int>("card_type")
  static let validCvv = SQLite.Expression<Bool>("cvv_ok")
}

struct OrderForm {
  var nickname = ""
  var mobilePhone = ""
  var street = ""
  var cardNumber = ""
  var cvv = ""
  var scheme = 0
}
