#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// 紙の招待状に印刷されたコードを読む（2016 年の実装）。
@interface TSKInvitationCode : NSObject

@property (nonatomic, copy, readonly) NSString *guestName;

- (nullable instancetype)initWithCode:(NSString *)code;
- (BOOL)openWithPassword:(NSString *)password;

@end

NS_ASSUME_NONNULL_END
