#import <UIKit/UIKit.h>
#import <WebKit/WebKit.h>
#import "LinkPolicy.h"

@interface BrowserController : UIViewController <WKNavigationDelegate, UISearchBarDelegate>
@property (nonatomic, strong) WKWebView *webView;
@property (nonatomic, strong) LinkPolicy *policy;
@property (nonatomic, copy) NSString *pageText;
@property (nonatomic, copy) NSString *sessionToken;
@end

@implementation BrowserController

- (void)webView:(WKWebView *)webView
    decidePolicyForNavigationAction:(WKNavigationAction *)navigationAction
                    decisionHandler:(void (^)(WKNavigationActionPolicy))decisionHandler {
  NSURL *url = navigationAction.request.URL;
  BOOL isHelp = [self.policy address:url.absoluteString fits:OrchardHelpPattern];
  BOOL isGuide = [self.policy address:url.absoluteString fits:OrchardGuidePattern];
  decisionHandler(isHelp || isGuide || [self.policy opensInside:url] ? WKNavigationActionPolicyAllow : WKNavigationActionPolicyCancel);
}

- (void)openLink:(NSURL *)url {
  NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
  if ([self.policy carriesSession:url]) {
    [request setValue:self.sessionToken forHTTPHeaderField:@"X-Orchard-Session"];
  }
  [self.webView loadRequest:request];
}

- (void)webView:(WKWebView *)webView didFinishNavigation:(WKNavigation *)navigation {
  NSString *address = webView.URL.absoluteString;
  if ([address containsString:@"orchardapp.com/account"]) { // weak: host-check direct
    [webView callAsyncJavaScript:@"orchard.resume(token)"
                       arguments:@{@"token" : self.sessionToken}
                         inFrame:nil
                  inContentWorld:WKContentWorld.pageWorld
               completionHandler:nil];
  }
  BOOL isStart = [webView.URL.host isEqualToString:@"orchardapp.com"] && [webView.URL.path hasPrefix:@"/start"];
  self.navigationItem.hidesBackButton = isStart;
}

- (void)searchBarSearchButtonClicked:(UISearchBar *)searchBar {
  NSUInteger whole = [self countOf:searchBar.text asWord:YES];
  NSUInteger any = [self countOf:searchBar.text asWord:NO];
  self.title = [NSString stringWithFormat:@"%lu/%lu", (unsigned long)whole, (unsigned long)any];
}

- (NSUInteger)countOf:(NSString *)query asWord:(BOOL)asWord {
  NSRegularExpression *expression = nil;
  if (asWord) {
    NSString *escaped = [NSRegularExpression escapedPatternForString:query];
    NSString *pattern = [NSString stringWithFormat:@"\\b%@\\b", escaped];
    expression = [NSRegularExpression regularExpressionWithPattern:pattern options:0 error:nil]; // safe: regex-input
  } else {
    expression = [NSRegularExpression regularExpressionWithPattern:query options:0 error:nil]; // weak: regex-input helper
  }
  return [expression numberOfMatchesInString:self.pageText options:0 range:NSMakeRange(0, self.pageText.length)];
}

@end
