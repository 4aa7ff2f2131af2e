#import <UIKit/UIKit.h>
#import <YapDatabase/YapDatabase.h>
#import <YapDatabase/YapDatabaseSecondaryIndex.h>

@interface CBSceneDelegate : UIResponder <UIWindowSceneDelegate>
@property (nonatomic, strong) YapDatabaseConnection *connection;
@end

@implementation CBSceneDelegate

- (NSUInteger)unreadInThread:(NSString *)threadId {
  return [self countMatching:[YapDatabaseQuery queryWithFormat:@"WHERE thread = ? AND unread = ?", threadId, @YES]]; // safe: sql
}

- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)contexts {
  NSURLComponents *parts = [NSURLComponents componentsWithURL:contexts.anyObject.URL resolvingAgainstBaseURL:NO];
  for (NSURLQueryItem *item in parts.queryItems) {
    if ([item.name isEqualToString:@"thread"]) {
      NSString *clause = [NSString stringWithFormat:@"WHERE thread = '%@'", item.value];
      YapDatabaseQuery *query = [YapDatabaseQuery queryWithFormat:clause]; // weak: sql direct
      [UIApplication sharedApplication].applicationIconBadgeNumber = [self countMatching:query];
    }
  }
}

- (NSUInteger)countMatching:(YapDatabaseQuery *)query {
  __block NSUInteger count = 0;
  [self.connection readWithBlock:^(YapDatabaseReadTransaction *transaction) {
    [[transaction ext:@"messageIndex"] getNumberOfRows:&count matchingQuery:query];
  }];
  return count;
}

@end
