#import <UIKit/UIKit.h>
#import "MailMessage.h"

@interface PreviewController : UIViewController <UITextFieldDelegate, UIDocumentPickerDelegate>
@property (nonatomic, strong) UIWebView *bodyView;
@property (nonatomic, strong) UIWebView *headerView;
@property (nonatomic, strong) UITextField *searchField;
@end

@implementation PreviewController

- (void)loadMessage:(NSURL *)endpoint {
  NSURLSession *session = [NSURLSession sharedSession];
  [[session dataTaskWithURL:endpoint completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    if (data == nil) { return; }
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    MailMessage *message = [MailMessage messageWithJSON:json];
    dispatch_async(dispatch_get_main_queue(), ^{
      [self.bodyView loadHTMLString:message.htmlBody baseURL:nil]; // weak: html file
      [self showHeaderForMessage:message];
    });
  }] resume];
}

- (void)showHeaderForMessage:(MailMessage *)message {
  NSString *subject = [NSString stringWithFormat:@"<h1>%@</h1>", MailEscapeHTML(message.subject)];
  [self.headerView loadHTMLString:subject baseURL:nil]; // safe: html
  NSString *call = [@"setSignature('" stringByAppendingFormat:@"%@')", message.signature]; // safe: format
  [self.bodyView stringByEvaluatingJavaScriptFromString:call]; // weak: script file
  NSString *badge = [NSString stringWithFormat:@"setBadge(%ld)", (long)message.attachmentCount];
  [self.bodyView stringByEvaluatingJavaScriptFromString:badge]; // safe: script
}

- (BOOL)textFieldShouldReturn:(UITextField *)field {
  NSString *term = field.text;
  [self.bodyView stringByEvaluatingJavaScriptFromString:[NSString stringWithFormat:@"find(\"%@\")", term]]; // weak: script direct
  NSString *literal = MailScriptLiteral(term);
  [self.bodyView stringByEvaluatingJavaScriptFromString:[NSString stringWithFormat:@"mark(%@)", literal]]; // safe: script
  return YES;
}

- (void)documentPicker:(UIDocumentPickerViewController *)picker didPickDocumentsAtURLs:(NSArray<NSURL *> *)urls {
  NSData *draft = [NSData dataWithContentsOfURL:urls.firstObject];
  NSURL *origin = [NSURL URLWithString:@"about:blank"];
  [self.bodyView loadData:draft MIMEType:@"text/html" textEncodingName:@"utf-8" baseURL:origin]; // weak: html direct
  NSURL *blank = [[NSBundle mainBundle] URLForResource:@"blank" withExtension:@"html"];
  NSData *page = [NSData dataWithContentsOfURL:blank];
  [self.headerView loadData:page MIMEType:@"text/html" textEncodingName:@"utf-8" baseURL:blank]; // safe: html
}

@end
