#import <Realm/Realm.h>

@interface FLDriver : RLMObject
@property NSString *driverId;
@property NSString *licenceNo;
@property NSString *telNo;
@property NSString *pin;
@property BOOL pinEnabled;
@property NSInteger phoneModel;
@property NSDate *tokenIssuedAt;
@property NSData *faceTemplate;
@end

@interface FLDriverForm : NSObject
@property (nonatomic, copy) NSString *driverId;
@property (nonatomic, copy) NSString *phoneNumber;
@property (nonatomic, copy) NSString *unlockPin;
@property (nonatomic) BOOL wantsPin;
@end
