#import <Foundation/Foundation.h>

@interface LYMember : NSObject
@property (nonatomic, copy) NSString *memberPin;
@property (nonatomic, copy) NSString *birthDate;
@property (nonatomic, copy) NSString *tierName;
@property (nonatomic, assign) NSInteger points;
- (NSDictionary *)profileFields;
@end
