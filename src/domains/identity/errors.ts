/** Every refusal of identity. Source: guide identity 11. Codes are strings, numeric ones too (W3). */
import { refusals } from '#kit/refusal.ts'

export const identityErrors = refusals({
  '-19971': { status: 400, message: 'Please confirm you are not a robot.' },
  '-19970': { status: 400, message: 'The captcha check failed. Please try again.' },
  '-19976': { status: 401, message: 'Wrong email or password.' },
  '-19973': { status: 403, message: 'You need to set a new password before you can sign in.' },
  '-19995': { status: 409, message: 'An account with this email already exists.' },
  '-19999': { status: 404, message: 'Identity not found.' },
  INVALID_EMAIL_FORMAT: { status: 400, message: 'Enter a valid email address.' },
  VERIFICATION_FAILED: { status: 400, message: 'The code is wrong or has expired.' },
  INVALID_RECOVERY_TOKEN: { status: 400, message: 'This link is invalid or has expired.' },
  REDIRECT_DOMAIN_NOT_ALLOWED: { status: 400, message: "This address isn't listed as an allowed redirect domain." },
  MEMBER_BLOCKED: { status: 403, message: 'This account is blocked. Contact the site owner.' },
  OWNER_APPROVAL_REQUIRED: { status: 403, message: 'The site owner has to approve this account first.' },
  EMAIL_VERIFICATION_REQUIRED: { status: 403, message: 'The email address of this account has to be verified first.' },
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Confirm your current password.' },
  UNIMPLEMENTED_FEATURE: { status: 501, message: 'Not available.' },
  WRONG_SIGN_IN: { status: 401, message: 'Wrong email or password.' },
  OWNER_EMAIL_IN_USE: { status: 409, message: 'A dashboard user with this email already exists.' },
  TOO_MANY_API_KEYS: { status: 409, message: 'An account can have 50 API keys. Delete one first.' },
  INVALID_SESSION_TOKEN: { status: 400, message: 'Your sign-in has expired. Please sign in again.' },
})
export const { refuse, orRefuse } = identityErrors
