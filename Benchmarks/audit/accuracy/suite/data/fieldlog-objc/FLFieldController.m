#import "FLObservationStore.h"
#import <CoreBluetooth/CoreBluetooth.h>
#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>
#import <sqlite3.h>

@interface FLFieldController : UIViewController <UISearchBarDelegate, CBPeripheralDelegate, UNUserNotificationCenterDelegate>
@property (nonatomic, strong) FLObservationStore *store;
@property (nonatomic, copy) NSArray<NSString *> *names;
@property (nonatomic) sqlite3 *sensors;
@end

@implementation FLFieldController

- (void)searchBarSearchButtonClicked:(UISearchBar *)searchBar {
  self.names = [self.store speciesMatching:searchBar.text];
  self.title = [NSString stringWithFormat:@"%ld", (long)[self.store countForObserver:searchBar.text]];
}

- (void)searchBar:(UISearchBar *)searchBar textDidChange:(NSString *)searchText {
  self.names = [self.store speciesInRegion:searchText];
  self.navigationItem.prompt = [@([self.store countForSite:searchText]) stringValue];
}

- (void)peripheral:(CBPeripheral *)peripheral didUpdateValueForCharacteristic:(CBCharacteristic *)characteristic
             error:(NSError *)error {
  NSString *label = [[NSString alloc] initWithData:characteristic.value encoding:NSUTF8StringEncoding];
  char *statement = sqlite3_mprintf("INSERT INTO reading (label) VALUES ('%s')", label.UTF8String);
  sqlite3_exec(self.sensors, statement, NULL, NULL, NULL); // weak: sql direct
  sqlite3_free(statement);
  [self rememberPeripheral:peripheral.name];
}

- (void)rememberPeripheral:(NSString *)name {
  char *statement = sqlite3_mprintf("INSERT INTO device (name) VALUES (%Q)", name.UTF8String);
  sqlite3_exec(self.sensors, statement, NULL, NULL, NULL); // safe: sql
  sqlite3_free(statement);
}

- (NSString *)queryForLabel:(NSString *)label {
  return [NSString stringWithFormat:@"SELECT value FROM reading WHERE label = \"%@\"", label];
}

- (double)latestValue {
  double value = 0;
  sqlite3_stmt *statement = NULL;
  NSString *query = [self queryForLabel:UIPasteboard.generalPasteboard.string];
  if (sqlite3_prepare_v2(self.sensors, query.UTF8String, -1, &statement, NULL) == SQLITE_OK) { // weak: sql helper
    if (sqlite3_step(statement) == SQLITE_ROW) {
      value = sqlite3_column_double(statement, 0);
    }
  }
  sqlite3_finalize(statement);
  return value;
}

- (void)trimReadings:(NSString *)entered {
  NSString *query = [NSString stringWithFormat:@"DELETE FROM reading WHERE rowid < %ld", (long)entered.integerValue];
  sqlite3_exec(self.sensors, query.UTF8String, NULL, NULL, NULL); // safe: sql
}

- (void)userNotificationCenter:(UNUserNotificationCenter *)center
    didReceiveNotificationResponse:(UNNotificationResponse *)response
             withCompletionHandler:(void (^)(void))completionHandler {
  NSDictionary *userInfo = response.notification.request.content.userInfo;
  [self.store deleteNotes:userInfo[@"notes"]];
  [self.store deleteSites:userInfo[@"sites"]];
  [self.store addNote:userInfo[@"note"] count:[userInfo[@"count"] integerValue]];
  self.names = [self.store notesSortedBy:[userInfo[@"sort"] isEqual:@"date"] ? FLSortKeyDate : FLSortKeySpecies];
  completionHandler();
}

- (void)downloadFromURL:(NSURL *)url {
  [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    NSDictionary *answer = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    for (NSDictionary *record in answer[@"records"]) {
      [self.store mergeRecord:record];
    }
    [self.store runScript:answer[@"cleanup"]];
  }] resume];
}

@end
