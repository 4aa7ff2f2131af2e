#import "TSKInvitationCode.h"
