#import <Foundation/Foundation.h>

@interface KSVisitor : NSObject <NSSecureCoding>
@property (nonatomic, copy) NSString *badge;
@property (nonatomic, copy) NSString *passportNumber;
@property (nonatomic, copy) NSString *mobileNo;
@property (nonatomic) NSInteger passportScans;
@end
