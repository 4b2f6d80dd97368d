/**
 * Template variables that are credentials: codes and links that open an account or a dashboard. Only the recipient may see them.
 * Tokens are never logged. Source: guide identity §6.
 */
export const secretVariables: Readonly<Record<string, readonly string[]>> = {
  VERIFY_EMAIL_CODE: ['code'],
  SIGN_IN_CODE: ['code'],
  EMAIL_CHANGE_CODE: ['code'],
  EMAIL_CHANGED: ['undoLink'],
  PASSWORD_RESET: ['link'],
  SET_PASSWORD: ['link'],
  OWNER_INVITATION: ['link'],
  OWNER_PASSWORD_RESET: ['link'],
}
