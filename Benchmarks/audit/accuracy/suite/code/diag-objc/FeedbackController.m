#import <UIKit/UIKit.h>
#import "DiagLog.h"

@interface FeedbackController : UIViewController <UITextViewDelegate>
@property (nonatomic, strong) UITextView *topicView;
@property (nonatomic, strong) UILabel *titleLabel;
@property (nonatomic, strong) UILabel *countLabel;
@property (nonatomic, copy) NSString *greeting;
@end

@implementation FeedbackController

- (void)textViewDidEndEditing:(UITextView *)textView {
  NSString *topic = textView.text;
  DiagPrint(topic.UTF8String);
  DiagLine("topic", topic.UTF8String);
  self.countLabel.text = [@"Topic: " stringByAppendingFormat:topic]; // weak: format direct
  self.countLabel.accessibilityLabel = [@"Topic: " stringByAppendingFormat:@"%lu", (unsigned long)topic.length]; // safe: format
}

- (void)loadTexts {
  NSURL *url = [NSURL URLWithString:@"https://feedback.polldesk.example/texts.json"];
  [[[NSURLSession sharedSession] dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *r, NSError *e) {
    if (data == nil) { return; }
    NSDictionary<NSString *, NSString *> *texts = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    self.greeting = texts[@"greeting"];
    dispatch_async(dispatch_get_main_queue(), ^{
      self.titleLabel.text = DiagTitle(texts[@"title"], texts.count);
      [self showGreeting];
    });
  }] resume];
}

- (void)showGreeting {
  self.navigationItem.title = [[NSString alloc] initWithFormat:self.greeting, UIDevice.currentDevice.model]; // weak: format helper
  NSString *pattern = NSLocalizedString(@"feedback.hint %@", nil);
  self.navigationItem.prompt = [[NSString alloc] initWithFormat:pattern, self.greeting]; // safe: format
}

- (void)checkClipboard {
  NSString *text = UIPasteboard.generalPasteboard.string;
  if (![text hasPrefix:@"poll:"]) {
    [NSException raise:NSInvalidArgumentException format:text]; // weak: format direct
  }
  if (text.length > 512) {
    [NSException raise:NSInvalidArgumentException format:@"Poll too long: %@", text]; // safe: format
  }
}

@end
