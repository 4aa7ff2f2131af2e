#import "CPWorkout.h"

@implementation CPWorkout

+ (BOOL)supportsSecureCoding {
  return YES;
}

- (instancetype)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    _name = [coder decodeObjectOfClass:NSString.class forKey:@"name"]; // safe: deserialization
    _minutes = [coder decodeIntegerForKey:@"minutes"];
  }
  return self;
}

- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:self.name forKey:@"name"];
  [coder encodeInteger:self.minutes forKey:@"minutes"];
}

@end

@implementation CPArchive

+ (id)objectFromData:(NSData *)data {
  NSKeyedUnarchiver *unarchiver = [[NSKeyedUnarchiver alloc] initForReadingFromData:data error:NULL];
  [unarchiver setRequiresSecureCoding:NO]; // weak: deserialization file
  id object = [unarchiver decodeObjectForKey:NSKeyedArchiveRootObjectKey];
  [unarchiver finishDecoding];
  return object;
}

+ (CPWorkout *)workoutFromData:(NSData *)data {
  return [NSKeyedUnarchiver unarchivedObjectOfClass:CPWorkout.class fromData:data error:NULL]; // safe: deserialization
}

+ (NSArray<CPWorkout *> *)workoutsFromData:(NSData *)data {
  NSKeyedUnarchiver *unarchiver = [[NSKeyedUnarchiver alloc] initForReadingFromData:data error:NULL]; // safe: deserialization
  unarchiver.requiresSecureCoding = YES;
  NSSet *classes = [NSSet setWithObjects:NSArray.class, CPWorkout.class, nil];
  return [unarchiver decodeObjectOfClasses:classes forKey:@"workouts"];
}

@end
