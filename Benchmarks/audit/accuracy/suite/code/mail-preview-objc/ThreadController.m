#import <UIKit/UIKit.h>
#import <WebKit/WebKit.h>
#import "MailMessage.h"

@interface ThreadController : UIViewController <WKScriptMessageHandler>
@property (nonatomic, strong) WKWebView *webView;
@property (nonatomic, strong) UILabel *statusLabel;
@property (nonatomic, copy) NSString *folderName;
@end

@implementation ThreadController

- (void)userContentController:(WKUserContentController *)controller didReceiveScriptMessage:(WKScriptMessage *)message {
  NSDictionary *body = message.body;
  if ([message.name isEqualToString:@"folder"]) {
    self.folderName = body[@"name"];
    [self refreshFolder];
  } else if ([message.name isEqualToString:@"status"]) {
    self.statusLabel.text = [NSString stringWithFormat:body[@"text"], self.folderName]; // weak: format direct
    self.statusLabel.accessibilityHint = [NSString stringWithFormat:@"%@ %@", self.folderName, body[@"text"]]; // safe: format
  }
}

- (void)refreshFolder {
  NSString *source = [NSString stringWithFormat:@"window.folder = '%@';", self.folderName];
  WKUserScript *script = [[WKUserScript alloc] initWithSource:source // weak: script helper
                                                injectionTime:WKUserScriptInjectionTimeAtDocumentStart
                                             forMainFrameOnly:YES];
  [self.webView.configuration.userContentController addUserScript:script];
  NSString *quoted = MailScriptLiteral(self.folderName);
  [self.webView evaluateJavaScript:[@"renameFolder(" stringByAppendingFormat:@"%@)", quoted] completionHandler:nil]; // safe: script
  NSString *crumb = [@"<nav>" stringByAppendingString:[self.folderName stringByAppendingString:@"</nav>"]];
  [self.webView loadHTMLString:crumb baseURL:nil]; // weak: html helper
}

@end
