#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

FOUNDATION_EXPORT void ChatTrace(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);

@interface ChatLog : NSObject
+ (instancetype)shared;
- (void)write:(NSString *)line;
- (void)writeMasked:(NSString *)value label:(NSString *)label;
@end

NS_ASSUME_NONNULL_END
