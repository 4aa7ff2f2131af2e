#import <Foundation/Foundation.h>

typedef NS_ENUM(NSInteger, FLSortKey) {
  FLSortKeyDate,
  FLSortKeySpecies
};

@class FMDatabaseQueue;

@interface FLObservationStore : NSObject

- (instancetype)initWithQueue:(FMDatabaseQueue *)queue;
- (NSArray<NSString *> *)speciesMatching:(NSString *)text;
- (NSArray<NSString *> *)speciesInRegion:(NSString *)region;
- (NSArray<NSString *> *)notesSortedBy:(FLSortKey)key;
- (NSInteger)countForObserver:(NSString *)observer;
- (NSInteger)countForSite:(NSString *)site;
- (void)addNote:(NSString *)note count:(NSInteger)count;
- (void)deleteNotes:(NSArray<NSString *> *)identifiers;
- (void)deleteSites:(NSArray<NSString *> *)identifiers;
- (void)mergeRecord:(NSDictionary<NSString *, id> *)record;
- (void)runScript:(NSString *)script;

@end
