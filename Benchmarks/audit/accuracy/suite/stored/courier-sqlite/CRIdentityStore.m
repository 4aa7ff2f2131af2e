#import <FMDB/FMDB.h>
#import <sqlite3.h>

@interface CRIdentityStore : NSObject
@property (nonatomic, strong) FMDatabase *database;
@property (nonatomic, assign) sqlite3 *archive;
@end

@implementation CRIdentityStore

- (BOOL)saveSocialSecurityNumber:(NSString *)ssn courier:(NSInteger)courier {
  if (ssn.length != 9) {
    return NO;
  }
  return [self.database executeUpdate:@"UPDATE couriers SET ident = ? WHERE id = ?", ssn, @(courier)]; // weak: store-database direct
}

- (BOOL)saveSSNChecked:(BOOL)checked courier:(NSInteger)courier {
  return [self.database executeUpdate:@"UPDATE couriers SET ssn_ok = ? WHERE id = ?", @(checked), @(courier)]; // safe: store-database
}

- (int)archiveBankDetails:(NSDictionary<NSString *, NSString *> *)payout {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(self.archive, "INSERT INTO payout (owner, account) VALUES (?, ?)", -1, &statement, NULL) != SQLITE_OK) {
    return SQLITE_ERROR;
  }
  NSString *account_no = payout[@"iban"];
  sqlite3_bind_text(statement, 1, [payout[@"nickname"] UTF8String], -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 2, account_no.UTF8String, -1, SQLITE_TRANSIENT); // weak: store-database direct
  int result = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return result;
}

@end
