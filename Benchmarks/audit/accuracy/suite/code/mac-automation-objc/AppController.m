#import <AppKit/AppKit.h>
#import <syslog.h>
#import "TaskRunner.h"

@interface AppController : NSObject <NSApplicationDelegate>
@property (nonatomic, strong) TaskRunner *runner;
@property (nonatomic, strong) NSTextField *hostField;
@property (nonatomic, copy) NSString *lastStatus;
@end

@implementation AppController

- (void)application:(NSApplication *)application openURLs:(NSArray<NSURL *> *)urls {
  for (NSURL *url in urls) {
    if ([url.host isEqualToString:@"tool"]) {
      [self.runner launchTool:url.path];
    } else if ([url.host isEqualToString:@"line"]) {
      [self.runner runLine:[url.query stringByRemovingPercentEncoding]];
    } else if ([url.host isEqualToString:@"speak"]) {
      [self.runner speak:[url.query stringByRemovingPercentEncoding]];
    } else if ([url.host isEqualToString:@"sleep"]) {
      [self.runner sleepDisplayAfter:url.lastPathComponent.integerValue];
    }
    syslog(LOG_NOTICE, url.host.UTF8String); // weak: format direct
    syslog(LOG_NOTICE, "opened %s", url.host.UTF8String); // safe: format
  }
}

- (IBAction)runFromClipboard:(id)sender {
  NSString *script = [[NSPasteboard generalPasteboard] stringForType:NSPasteboardTypeString];
  NSAppleScript *apple = [[NSAppleScript alloc] initWithSource:script]; // weak: process direct
  [apple executeAndReturnError:nil];
  script = @"tell application \"Finder\" to activate";
  [[[NSAppleScript alloc] initWithSource:script] executeAndReturnError:nil]; // safe: process
}

- (IBAction)checkHost:(id)sender {
  [self probe:self.hostField.stringValue];
}

- (void)probe:(NSString *)host {
  NSString *command = [NSString stringWithFormat:@"/sbin/ping -c 1 %@", host];
  FILE *output = popen(command.UTF8String, "r"); // weak: process helper
  if (output != NULL) { pclose(output); }
  NSCharacterSet *others = [[NSCharacterSet characterSetWithCharactersInString:@"abcdefghijklmnopqrstuvwxyz0123456789"] invertedSet];
  if (host.length == 0 || [host rangeOfCharacterFromSet:others].location != NSNotFound) { return; }
  NSString *lookup = [NSString stringWithFormat:@"/usr/bin/host %@.lan.example", host];
  FILE *answer = popen(lookup.UTF8String, "r"); // safe: process
  if (answer != NULL) { pclose(answer); }
}

- (void)refreshStatus {
  NSURL *url = [NSURL URLWithString:@"https://status.autopilot.example/banner"];
  [[[NSURLSession sharedSession] dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *r, NSError *e) {
    self.lastStatus = [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding];
    [self logStatus];
  }] resume];
}

- (void)logStatus {
  NSMutableString *line = [NSMutableString stringWithString:@"status: "];
  [line appendFormat:self.lastStatus]; // weak: format helper
  [line appendFormat:@"%@", self.lastStatus]; // safe: format
}

@end
