import CoreData

@objc(LoginEntry)
public final class LoginEntry: NSManagedObject {
  @NSManaged public var site: String?
  @NSManaged public var password: String?
  @NSManaged public var sealedPassword: Data?
  @NSManaged public var otpSecret: String?
  @NSManaged public var passwordVersion: Int16
  @NSManaged public var keychainItem: UUID?
  @NSManaged public var tokenExpiry: Date?
  @NSManaged public var cards: Set<CardEntry>?
}

@objc(CardEntry)
public final class CardEntry: NSManagedObject {
  @NSManaged public var brand: String?
  @NSManaged public var creditCardNumber: String?
  @NSManaged public var cvv2: String?
  @NSManaged public var pinRequired: Bool
  @NSManaged public var login: LoginEntry?
}

struct LoginDraft {
  var site = ""
  var secret = ""
  var otp: String?
  var expiry: Date?
}

struct CardDraft {
  var brand = ""
  var pan = ""
  var securityCode = ""
  var asksForPin = false
}
