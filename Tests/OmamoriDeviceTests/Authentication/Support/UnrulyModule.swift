import Foundation
import TestSupport

/// A PAM module, compiled by the test, that does what no good one does; its argument says what.
enum UnrulyModule {
  /// The C compiler, which every Swift toolchain brings.
  static let compiler = Program.find("clang")

  /// Whether it can be compiled.
  static let isPossible =
    PAMServices.areThere && compiler != nil
    && FileManager.default.fileExists(atPath: "/usr/include/security/pam_modules.h")

  private static let source = """
    #include <security/pam_modules.h>
    #include <string.h>
    static int talk(pam_handle_t *handle, int style) {
      const struct pam_conv *conversation;
      struct pam_message one = {PAM_PROMPT_ECHO_OFF, "One:"}, two = {style, "Two:"};
      const struct pam_message *messages[] = {&one, &two};
      struct pam_response *replies = 0;
      if (pam_get_item(handle, PAM_CONV, (const void **)&conversation) != PAM_SUCCESS) return PAM_SYSTEM_ERR;
      return conversation->conv(2, messages, &replies, conversation->appdata_ptr);
    }
    int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **arguments) {
      if (count != 1) return PAM_SYSTEM_ERR;
      if (!strcmp(arguments[0], "rename")) return pam_set_item(handle, PAM_USER, "root");
      if (!strcmp(arguments[0], "nobody")) return pam_set_item(handle, PAM_USER, 0);
      if (!strcmp(arguments[0], "pair")) return talk(handle, PAM_PROMPT_ECHO_OFF);
      if (!strcmp(arguments[0], "odd")) return talk(handle, 99);
      return PAM_SYSTEM_ERR;
    }
    int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **arguments) { return 0; }

    """

  /// Compiles it and writes a service for each of its arguments.
  static func install(in services: PAMServices) throws {
    try services.write("unruly.c", source)
    let library = services.folder.path + "/unruly.so"
    try Program.output(
      of: ["clang", "-shared", "-fPIC", "-o", library, services.folder.path + "/unruly.c"])
    for argument in ["rename", "nobody", "pair", "odd"] {
      try services.write(
        argument, "auth required \(library) \(argument)\naccount required pam_permit.so\n")
    }
  }
}
