#import "MailMessage.h"

@implementation MailMessage

+ (instancetype)messageWithJSON:(NSDictionary *)json {
  MailMessage *message = [[MailMessage alloc] init];
  message.subject = json[@"subject"];
  message.htmlBody = json[@"html"];
  message.signature = json[@"signature"];
  message.attachmentCount = [json[@"attachments"] integerValue];
  return message;
}

@end

NSString *MailEscapeHTML(NSString *text) {
  NSMutableString *out = [text mutableCopy];
  NSArray *pairs = @[@[@"&", @"&amp;"], @[@"<", @"&lt;"], @[@">", @"&gt;"], @[@"\"", @"&quot;"], @[@"'", @"&#39;"]];
  for (NSArray<NSString *> *pair in pairs) {
    [out replaceOccurrencesOfString:pair[0] withString:pair[1] options:NSLiteralSearch range:NSMakeRange(0, out.length)];
  }
  return out;
}

NSString *MailScriptLiteral(NSString *text) {
  NSData *data = [NSJSONSerialization dataWithJSONObject:@[text ?: @""] options:0 error:NULL];
  NSString *list = [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding];
  return [list substringWithRange:NSMakeRange(1, list.length - 2)];
}
