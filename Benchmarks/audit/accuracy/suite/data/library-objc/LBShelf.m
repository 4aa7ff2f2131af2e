#import "LBShelf.h"

@implementation LBBook
@end

@implementation LBShelf

- (RLMResults<LBBook *> *)booksByAuthor:(NSString *)author {
  return [LBBook objectsWhere:[NSString stringWithFormat:@"author = '%@'", author]]; // weak: predicate file
}

- (RLMResults<LBBook *> *)booksTitled:(NSString *)title {
  return [LBBook objectsWhere:@"title CONTAINS[c] %@", title]; // safe: predicate
}

- (RLMResults<LBBook *> *)booksSince:(NSInteger)year {
  NSPredicate *predicate = [NSPredicate predicateWithFormat:@"year >= %ld", (long)year]; // safe: predicate
  return [LBBook objectsWithPredicate:predicate];
}

- (NSArray *)loans:(NSArray *)loans matching:(NSString *)rule {
  return [loans filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:rule]]; // weak: predicate file
}

- (NSArray *)loans:(NSArray *)loans ofReader:(NSString *)reader {
  NSString *format = @"reader.name ==[c] %@ AND returned == NO";
  return [loans filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:format argumentArray:@[reader]]]; // safe: predicate
}

@end
