#import "CRKeychain.h"
#import <LocalAuthentication/LocalAuthentication.h>
#import <UIKit/UIKit.h>

@interface CRSessionController : UIViewController
@property (nonatomic, copy) void (^onToken)(NSData *token);
@property (nonatomic, weak) UIView *proPanel;
@property (nonatomic, weak) UIView *tourPanel;
@end

@implementation CRSessionController

- (void)rememberCourier:(NSData *)token {
  [CRKeychain saveToken:token account:@"courier" accessible:kSecAttrAccessibleAlways]; // weak: keychain-class file
}

- (void)rememberDepot:(NSData *)token {
  [CRKeychain saveToken:token account:@"depot" accessible:kSecAttrAccessibleWhenUnlockedThisDeviceOnly]; // safe: keychain-class
}

- (void)resumeSession {
  LAContext *context = [[LAContext alloc] init];
  LAPolicy policy = LAPolicyDeviceOwnerAuthenticationWithBiometrics;
  [context evaluatePolicy:policy localizedReason:@"Resume" reply:^(BOOL success, NSError *error) { // weak: biometric-unbound direct
    if (success) {
      self.onToken([CRKeychain tokenForAccount:@"courier"]);
    }
  }];
}

- (void)toggleLargeButtons {
  LAContext *context = [[LAContext alloc] init];
  LAPolicy policy = LAPolicyDeviceOwnerAuthentication;
  [context evaluatePolicy:policy localizedReason:@"Change layout" reply:^(BOOL success, NSError *error) { // safe: biometric-unbound
    if (success) {
      [NSUserDefaults.standardUserDefaults setBool:YES forKey:@"largeButtons"];
    }
  }];
}

- (void)viewDidLoad {
  [super viewDidLoad];
  NSUserDefaults *defaults = NSUserDefaults.standardUserDefaults;
  self.proPanel.hidden = ![defaults boolForKey:@"courierProPurchased"]; // weak: receipt direct
  self.tourPanel.hidden = [defaults boolForKey:@"purchaseTourSeen"]; // safe: receipt
}

- (BOOL)isIntegrityIntact { // weak: always-true direct
  return YES;
}

- (BOOL)shouldAutorotate { // safe: always-true
  return YES;
}

- (IBAction)startRound:(id)sender {
  if ([self isIntegrityIntact]) {
    [self resumeSession];
  }
}

@end
