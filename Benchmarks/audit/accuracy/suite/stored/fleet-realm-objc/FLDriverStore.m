#import "FLDriver.h"
#import <RNCryptor/RNEncryptor.h>

@implementation FLDriver
+ (NSString *)primaryKey {
  return @"driverId";
}
@end

@implementation FLDriverForm
@end

@interface FLDriverStore : NSObject
@property (nonatomic, copy) NSString *fileSecret;
@end

@implementation FLDriverStore

- (void)enrol:(FLDriverForm *)form {
  FLDriver *driver = [[FLDriver alloc] init];
  driver.driverId = form.driverId;
  driver.telNo = form.phoneNumber; // weak: store-database file
  driver.pinEnabled = form.wantsPin; // safe: store-database
  driver.tokenIssuedAt = [NSDate date]; // safe: store-database
  RLMRealm *realm = [RLMRealm defaultRealm];
  [realm transactionWithBlock:^{
    [realm addOrUpdateObject:driver];
  }];
}

- (void)setPinFrom:(FLDriverForm *)form {
  RLMRealm *realm = [RLMRealm defaultRealm];
  [realm beginWriteTransaction];
  FLDriver *driver = [FLDriver objectForPrimaryKey:form.driverId];
  if (form.wantsPin) {
    [driver setValue:form.unlockPin forKey:@"pin"]; // weak: store-database file
  } else {
    driver.pin = @""; // safe: store-database
  }
  [realm commitWriteTransaction];
}

- (void)licenceScanned:(NSString *)licence forDriver:(NSString *)driverId {
  RLMRealm *realm = [RLMRealm defaultRealm];
  [realm transactionWithBlock:^{
    NSDictionary *values = @{@"driverId" : driverId, @"licenceNo" : licence};
    [FLDriver createOrUpdateModifiedInRealm:realm withValue:values]; // weak: store-database direct
  }];
}

- (BOOL)keepFace:(NSData *)biometricTemplate of:(FLDriver *)driver {
  NSError *error = nil;
  NSData *sealed = [RNEncryptor encryptData:biometricTemplate
                               withSettings:kRNCryptorAES256Settings
                                   password:self.fileSecret
                                      error:&error];
  [driver.realm transactionWithBlock:^{
    driver.faceTemplate = sealed; // safe: store-database
    driver.phoneModel = 3;
  }];
  return sealed != nil;
}

- (void)keepRawFace:(NSData *)biometricTemplate of:(FLDriver *)driver {
  [driver.realm transactionWithBlock:^{
    driver.faceTemplate = biometricTemplate; // weak: store-database direct
  }];
}

@end
