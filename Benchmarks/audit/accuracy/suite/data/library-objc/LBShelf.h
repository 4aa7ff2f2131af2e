#import <Foundation/Foundation.h>
#import <Realm/Realm.h>

@interface LBBook : RLMObject
@property NSString *title;
@property NSString *author;
@property NSInteger year;
@end

@interface LBShelf : NSObject
- (RLMResults<LBBook *> *)booksByAuthor:(NSString *)author;
- (RLMResults<LBBook *> *)booksTitled:(NSString *)title;
- (RLMResults<LBBook *> *)booksSince:(NSInteger)year;
- (NSArray *)loans:(NSArray *)loans matching:(NSString *)rule;
- (NSArray *)loans:(NSArray *)loans ofReader:(NSString *)reader;
@end
