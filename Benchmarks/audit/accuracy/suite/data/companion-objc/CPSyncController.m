#import "CPWorkout.h"
#import <CoreBluetooth/CoreBluetooth.h>
#import <UIKit/UIKit.h>
#import <WatchConnectivity/WatchConnectivity.h>

static NSString *const CPGroup = @"group.app.pacer.shared";

@interface CPSyncController : UIViewController <WCSessionDelegate, CBPeripheralDelegate>
@property (nonatomic, strong) NSMutableArray<CPWorkout *> *workouts;
@property (nonatomic, strong) UIView *badge;
@property (nonatomic, strong) id settings;
@end

@implementation CPSyncController

- (void)session:(WCSession *)session didReceiveFile:(WCSessionFile *)file {
  NSData *data = [NSData dataWithContentsOfURL:file.fileURL];
  [self.workouts addObjectsFromArray:[CPArchive workoutsFromData:data]];
  NSArray *splits = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL]; // safe: deserialization
  self.title = [NSString stringWithFormat:@"%lu", (unsigned long)splits.count];
}

- (void)session:(WCSession *)session didReceiveMessageData:(NSData *)messageData replyHandler:(void (^)(NSData *))reply {
  NSKeyedUnarchiver *unarchiver = [[NSKeyedUnarchiver alloc] initForReadingFromData:messageData error:NULL];
  unarchiver.requiresSecureCoding = NO; // weak: deserialization direct
  self.settings = [unarchiver decodeObjectForKey:@"settings"];
  reply(messageData);
}

- (void)peripheral:(CBPeripheral *)peripheral didUpdateValueForCharacteristic:(CBCharacteristic *)characteristic
             error:(NSError *)error {
  CPWorkout *workout = [NSKeyedUnarchiver unarchiveObjectWithData:characteristic.value]; // weak: deserialization direct
  [self.workouts addObject:workout];
}

- (NSURL *)sharedFolder {
  return [NSFileManager.defaultManager containerURLForSecurityApplicationGroupIdentifier:CPGroup];
}

- (void)loadSharedSettings {
  NSURL *file = [[self sharedFolder] URLByAppendingPathComponent:@"settings.archive"];
  self.settings = [NSKeyedUnarchiver unarchiveObjectWithFile:file.path]; // weak: deserialization helper
  NSData *plist = [NSData dataWithContentsOfURL:[[self sharedFolder] URLByAppendingPathComponent:@"goals.plist"]];
  NSDictionary *goals = [NSPropertyListSerialization propertyListWithData:plist options:0 format:NULL error:NULL]; // safe: deserialization
  self.title = goals[@"title"];
}

- (void)loadWidgetState {
  NSUserDefaults *defaults = [[NSUserDefaults alloc] initWithSuiteName:CPGroup];
  NSData *state = [defaults dataForKey:@"widgetState"];
  NSKeyedUnarchiver *unarchiver = [[NSKeyedUnarchiver alloc] initForReadingWithData:state]; // weak: deserialization direct
  self.settings = [unarchiver decodeObjectForKey:@"state"];
  [unarchiver finishDecoding];
}

- (void)downloadPlanFromURL:(NSURL *)url {
  [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    CPWorkout *plan = [CPArchive workoutFromData:data] ?: [CPArchive objectFromData:data];
    dispatch_async(dispatch_get_main_queue(), ^{
      [self.workouts addObject:plan];
    });
  }] resume];
}

- (void)pasteWorkout {
  NSData *data = [UIPasteboard.generalPasteboard dataForPasteboardType:@"app.pacer.workout"];
  id object = data ? [NSKeyedUnarchiver unarchiveTopLevelObjectWithData:data error:NULL] : nil; // weak: deserialization direct
  if ([object isKindOfClass:CPWorkout.class]) {
    [self.workouts addObject:object];
  }
}

- (UIView *)badgeCopy {
  NSData *archive = [NSKeyedArchiver archivedDataWithRootObject:self.badge requiringSecureCoding:NO error:NULL];
  return [NSKeyedUnarchiver unarchiveTopLevelObjectWithData:archive error:NULL]; // safe: deserialization
}

- (void)restoreFromOpenedFile:(UIOpenURLContext *)context {
  NSData *data = [NSData dataWithContentsOfURL:context.URL];
  NSValueTransformer *transformer = [NSValueTransformer valueTransformerForName:NSSecureUnarchiveFromDataTransformerName];
  self.settings = [transformer transformedValue:data]; // safe: deserialization
}

@end
