#import <UIKit/UIKit.h>
#import "ChatSession.h"

@interface LoginViewController : UIViewController
@property (nonatomic, weak) IBOutlet UITextField *phoneField;
@property (nonatomic, weak) IBOutlet UITextField *passcodeField;
@property (nonatomic, copy) NSString *backupCode;
@property (nonatomic, copy) NSString *helpPageLink;
@property (nonatomic, strong) ChatSession *session;
@end

@implementation LoginViewController

- (IBAction)signIn:(id)sender {
  NSString *pwd = self.passcodeField.text;
  if (pwd.length == 0) {
    NSLog(@"passcode missing");
    return;
  }
  NSLog(@"sign-in %@ / %@", self.phoneField.text, pwd); // weak: log direct
  [self.session signInWithPhone:self.phoneField.text passcode:pwd];
}

- (IBAction)copyBackupCode:(id)sender {
  UIPasteboard.generalPasteboard.string = self.backupCode; // weak: pasteboard direct
}

- (IBAction)copyHelpLink:(id)sender {
  UIPasteboard.generalPasteboard.string = self.helpPageLink; // safe: pasteboard
}

- (void)reportPresence {
  NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"http://presence.chat.example/me"]];
  request.HTTPMethod = @"PUT";
  request.HTTPBody = [[self presenceBody] dataUsingEncoding:NSUTF8StringEncoding];
  [[NSURLSession.sharedSession dataTaskWithRequest:request] resume]; // weak: clear-text helper
}

- (NSString *)presenceBody {
  return [NSString stringWithFormat:@"phone=%@&code=%@", self.phoneField.text, self.passcodeField.text];
}

- (void)checkReachability {
  NSURL *url = [NSURL URLWithString:@"http://presence.chat.example/generate_204"];
  [[NSURLSession.sharedSession dataTaskWithURL:url] resume]; // safe: clear-text
}

@end
