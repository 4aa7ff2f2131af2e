#import "FLObservationStore.h"
#import <FMDB/FMDB.h>

@interface FLObservationStore ()
@property (nonatomic, strong) FMDatabaseQueue *queue;
@end

@implementation FLObservationStore

- (instancetype)initWithQueue:(FMDatabaseQueue *)queue {
  if ((self = [super init])) {
    _queue = queue;
  }
  return self;
}

- (NSArray<NSString *> *)speciesMatching:(NSString *)text {
  NSMutableArray *names = [NSMutableArray array];
  NSString *sql = [NSString stringWithFormat:@"SELECT name FROM species WHERE name LIKE '%%%@%%'", text];
  [self.queue inDatabase:^(FMDatabase *db) {
    FMResultSet *rows = [db executeQuery:sql]; // weak: sql file
    while ([rows next]) {
      [names addObject:[rows stringForColumn:@"name"]];
    }
  }];
  return names;
}

- (NSArray<NSString *> *)speciesInRegion:(NSString *)region {
  NSMutableArray *names = [NSMutableArray array];
  [self.queue inDatabase:^(FMDatabase *db) {
    FMResultSet *rows = [db executeQueryWithFormat:@"SELECT name FROM species WHERE region = %@", region]; // safe: sql
    while ([rows next]) {
      [names addObject:[rows stringForColumn:@"name"]];
    }
  }];
  return names;
}

- (NSArray<NSString *> *)notesSortedBy:(FLSortKey)key {
  NSMutableArray *notes = [NSMutableArray array];
  NSString *column = key == FLSortKeyDate ? @"taken_at" : @"species";
  [self.queue inDatabase:^(FMDatabase *db) {
    FMResultSet *rows = [db executeQuery:[@"SELECT body FROM note ORDER BY " stringByAppendingString:column]]; // safe: sql
    while ([rows next]) {
      [notes addObject:[rows stringForColumnIndex:0]];
    }
  }];
  return notes;
}

- (NSInteger)countForObserver:(NSString *)observer {
  __block NSInteger count = 0;
  [self.queue inDatabase:^(FMDatabase *db) {
    NSString *where = [@"observer = '" stringByAppendingFormat:@"%@'", observer];
    count = [db intForQuery:[@"SELECT COUNT(*) FROM note WHERE " stringByAppendingString:where]]; // weak: sql file
  }];
  return count;
}

- (NSInteger)countForSite:(NSString *)site {
  __block NSInteger count = 0;
  [self.queue inDatabase:^(FMDatabase *db) {
    count = [db intForQuery:@"SELECT COUNT(*) FROM note WHERE site = ?", site]; // safe: sql
  }];
  return count;
}

- (void)addNote:(NSString *)note count:(NSInteger)count {
  [self.queue inDatabase:^(FMDatabase *db) {
    [db executeUpdate:@"INSERT INTO note (body, amount) VALUES (?, ?)", note, @(count)]; // safe: sql
  }];
}

- (void)deleteNotes:(NSArray<NSString *> *)identifiers {
  NSString *list = [identifiers componentsJoinedByString:@"','"];
  [self.queue inTransaction:^(FMDatabase *db, BOOL *rollback) {
    NSString *sql = [NSString stringWithFormat:@"DELETE FROM note WHERE uuid IN ('%@')", list];
    *rollback = ![db executeUpdate:sql]; // weak: sql file
  }];
}

- (void)deleteSites:(NSArray<NSString *> *)identifiers {
  NSMutableArray *marks = [NSMutableArray array];
  for (NSUInteger i = 0; i < identifiers.count; i++) {
    [marks addObject:@"?"];
  }
  NSString *sql = [NSString stringWithFormat:@"DELETE FROM site WHERE uuid IN (%@)", [marks componentsJoinedByString:@","]];
  [self.queue inDatabase:^(FMDatabase *db) {
    [db executeUpdate:sql withArgumentsInArray:identifiers]; // safe: sql
  }];
}

- (void)mergeRecord:(NSDictionary<NSString *, id> *)record {
  NSMutableString *sql = [NSMutableString stringWithString:@"INSERT INTO note ("];
  [sql appendString:[record.allKeys componentsJoinedByString:@","]];
  [sql appendFormat:@") VALUES (:%@)", [record.allKeys componentsJoinedByString:@",:"]];
  [self.queue inDatabase:^(FMDatabase *db) {
    [db executeUpdate:sql withParameterDictionary:record]; // weak: sql file
  }];
}

- (void)runScript:(NSString *)script {
  [self.queue inDatabase:^(FMDatabase *db) {
    [db executeStatements:script]; // weak: sql file
  }];
}

@end
