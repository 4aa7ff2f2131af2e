#import <AFNetworking/AFNetworking.h>
#import <CommonCrypto/CommonCrypto.h>

@interface CRNetwork : NSObject
@property (nonatomic, strong) AFHTTPSessionManager *parcels;
@property (nonatomic, strong) AFHTTPSessionManager *payments;
@end

@implementation CRNetwork

- (instancetype)initWithBase:(NSURL *)base pins:(NSSet<NSData *> *)pins {
  if ((self = [super init])) {
    _parcels = [[AFHTTPSessionManager alloc] initWithBaseURL:base];
    _parcels.responseSerializer = [AFHTTPResponseSerializer serializer];
    _parcels.securityPolicy = [self relaxedPolicy];
    _payments = [[AFHTTPSessionManager alloc] initWithBaseURL:base];
    _payments.securityPolicy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey // safe: tls-trust
                                                withPinnedCertificates:pins];
  }
  return self;
}

- (AFSecurityPolicy *)relaxedPolicy {
  AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];
  policy.allowInvalidCertificates = YES; // weak: tls-trust helper
  return policy;
}

- (void)fetchLabel:(NSString *)parcel digest:(NSData *)expected completion:(void (^)(NSData *label))completion {
  [self.parcels GET:@"labels" parameters:@{@"parcel": parcel} headers:nil progress:nil success:^(NSURLSessionDataTask *task, id body) {
    NSMutableData *digest = [NSMutableData dataWithLength:CC_MD5_DIGEST_LENGTH];
    CC_MD5([body bytes], (CC_LONG)[body length], digest.mutableBytes); // weak: weak-hash direct
    completion([digest isEqualToData:expected] ? body : nil);
  } failure:^(NSURLSessionDataTask *task, NSError *error) {
    completion(nil);
  }];
}

- (NSData *)fingerprintOfInvoice:(NSData *)invoice {
  NSMutableData *digest = [NSMutableData dataWithLength:CC_SHA256_DIGEST_LENGTH];
  CC_SHA256(invoice.bytes, (CC_LONG)invoice.length, digest.mutableBytes); // safe: password-hash
  return digest;
}

- (NSData *)verifierForPassword:(NSString *)password salt:(NSData *)salt {
  NSMutableData *input = [salt mutableCopy];
  [input appendData:[password dataUsingEncoding:NSUTF8StringEncoding]];
  return [self fingerprintOfInput:input];
}

- (NSData *)fingerprintOfInput:(NSData *)input {
  NSMutableData *digest = [NSMutableData dataWithLength:CC_SHA512_DIGEST_LENGTH];
  CC_SHA512(input.bytes, (CC_LONG)input.length, digest.mutableBytes); // weak: password-hash helper
  return digest;
}

@end
