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
  TOO_MANY_API_KEYS: { status: 409, message: 'An account can have 50 API keys. Delete one first.' },
  FACTOR_EXISTS: { status: 409, message: 'This second step is set up already. Switch it off first.' },
  NO_SECOND_STEP: { status: 409, message: 'Set up a second step first.' },
  PASSKEY_REFUSED: { status: 400, message: 'This passkey does not fit. Please try again.' },
  LAST_WAY_IN: { status: 409, message: 'This is the only way into the account. Set a password first.' },
  PROVIDER_UNREACHABLE: { status: 400, message: 'The identity provider does not answer as it should. Check the issuer address.' },
  ALREADY_COLLABORATOR: { status: 409, message: 'This person helps to run the site already.' },
  MORE_THAN_OWN_RIGHTS: { status: 403, message: 'You can only give rights that you have yourself.' },
  LAST_OWNER: { status: 409, message: 'A site needs an owner. Make somebody else an owner first.' },
  INVALID_INVITATION: { status: 400, message: 'This invitation is invalid or has expired.' },
})
export const { refuse, orRefuse } = identityErrors
