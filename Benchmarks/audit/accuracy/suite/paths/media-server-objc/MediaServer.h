#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface MediaServer : NSObject

- (instancetype)initWithFolder:(NSString *)folder;
- (BOOL)startOnPort:(NSUInteger)port;

@end

NS_ASSUME_NONNULL_END
