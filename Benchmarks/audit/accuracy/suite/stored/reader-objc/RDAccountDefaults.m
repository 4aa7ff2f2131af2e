#import "RDAccountDefaults.h"
#import <Security/Security.h>

static NSString *const RDPasswordKey = @"account.password";

@implementation RDAccount
@end

@implementation RDAccountDefaults

- (void)saveAccount:(RDAccount *)account {
  NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
  [defaults setObject:account.passwd forKey:RDPasswordKey]; // weak: store-preferences file
  [defaults setObject:account.sessionExpiry forKey:@"sessionTokenExpiry"]; // safe: store-preferences
  [defaults setBool:account.apiSecret.length > 0 forKey:@"hasApiSecret"]; // safe: store-preferences

  NSUserDefaults *shared = [[NSUserDefaults alloc] initWithSuiteName:@"group.jp.hondana.reader"];
  [shared setValue:account.apiSecret forKey:@"sync.value"]; // weak: store-preferences file
}

- (void)saveMyNumber:(RDAccount *)account {
  NSString *digits = [account.kojinBango stringByReplacingOccurrencesOfString:@"-" withString:@""];
  if (digits.length != 12) {
    return;
  }
  CFStringRef app = kCFPreferencesCurrentApplication;
  CFPreferencesSetAppValue(CFSTR("mynumber"), (__bridge CFStringRef)digits, app); // weak: store-preferences file
  CFPreferencesSetAppValue(CFSTR("mynumberChecked"), kCFBooleanTrue, app); // safe: store-preferences
  CFPreferencesAppSynchronize(app);
}

- (void)forgetAccount {
  [[NSUserDefaults standardUserDefaults] removeObjectForKey:RDPasswordKey];
  CFPreferencesSetAppValue(CFSTR("mynumber"), NULL, kCFPreferencesCurrentApplication);
}

- (BOOL)savePasscode:(NSString *)passcode remember:(BOOL)remember {
  if (!remember) {
    return NO;
  }
  NSDictionary *entry = @{@"code" : passcode, @"savedAt" : [NSDate date]};
  [NSUserDefaults.standardUserDefaults setObject:entry forKey:@"lock"]; // weak: store-preferences direct
  return YES;
}

@end
