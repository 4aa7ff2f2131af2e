#import <Foundation/Foundation.h>

@interface CPWorkout : NSObject <NSSecureCoding>
@property (nonatomic, copy) NSString *name;
@property (nonatomic) NSInteger minutes;
@end

@interface CPArchive : NSObject
+ (id)objectFromData:(NSData *)data;
+ (CPWorkout *)workoutFromData:(NSData *)data;
+ (NSArray<CPWorkout *> *)workoutsFromData:(NSData *)data;
@end
