#import <Foundation/Foundation.h>

@interface MailMessage : NSObject
@property (nonatomic, copy) NSString *subject;
@property (nonatomic, copy) NSString *htmlBody;
@property (nonatomic, copy) NSString *signature;
@property (nonatomic) NSInteger attachmentCount;
+ (instancetype)messageWithJSON:(NSDictionary *)json;
@end

NSString *MailEscapeHTML(NSString *text);
NSString *MailScriptLiteral(NSString *text);
