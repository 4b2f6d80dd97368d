/** Refusals of identity. Source: guide identity §11. Codes are strings, numeric ones too (W3). */
import { defineRefusals } from '#kit/api/refusal.ts'

export const identityErrors = defineRefusals({
  '-19971': { status: 400, message: 'Please confirm you are not a robot.', de: 'Bitte bestätige, dass du kein Roboter bist.' },
  '-19970': {
    status: 400,
    message: 'The captcha check failed. Please try again.',
    de: 'Die Sicherheitsprüfung ist fehlgeschlagen. Bitte versuche es noch einmal.',
  },
  '-19976': { status: 401, message: 'Wrong email or password.', de: 'E-Mail-Adresse oder Passwort ist falsch.' },
  '-19973': { status: 403, message: 'You need to set a new password before you can sign in.', de: 'Setze ein neues Passwort, bevor du dich anmeldest.' },
  '-19995': { status: 409, message: 'An account with this email already exists.', de: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.' },
  '-19999': { status: 404, message: 'Identity not found.', de: 'Diese Person gibt es hier nicht.' },
  INVALID_EMAIL_FORMAT: { status: 400, message: 'Enter a valid email address.', de: 'Bitte gib eine gültige E-Mail-Adresse ein.' },
  VERIFICATION_FAILED: { status: 400, message: 'The code is wrong or has expired.', de: 'Der Code ist falsch oder abgelaufen.' },
  INVALID_RECOVERY_TOKEN: { status: 400, message: 'This link is invalid or has expired.', de: 'Dieser Link ist ungültig oder abgelaufen.' },
  REDIRECT_DOMAIN_NOT_ALLOWED: {
    status: 400,
    message: "{domain} isn't listed as an allowed redirect domain.",
    de: '{domain} steht nicht auf der Liste der erlaubten Adressen.',
  },
  MEMBER_BLOCKED: {
    status: 403,
    message: 'This account is blocked. Contact the site owner.',
    de: 'Dieses Konto ist gesperrt. Bitte wende dich an das Team der Website.',
  },
  OWNER_APPROVAL_REQUIRED: {
    status: 403,
    message: "This account is waiting for the site owner's approval.",
    de: 'Dieses Konto wartet noch auf die Freigabe durch das Team.',
  },
  EMAIL_VERIFICATION_REQUIRED: {
    status: 403,
    message: "Please verify this account's email first.",
    de: 'Bitte bestätige zuerst die E-Mail-Adresse dieses Kontos.',
  },
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Confirm your current password.', de: 'Bitte bestätige dein aktuelles Passwort.' },
  UNIMPLEMENTED_FEATURE: { status: 501, message: 'Not available.', de: 'Nicht gefunden.' },
  TOO_MANY_API_KEYS: {
    status: 409,
    message: 'An account can have 50 API keys. Delete one first.',
    de: 'Ein Konto hat höchstens 50 API-Schlüssel. Lösche zuerst einen.',
  },
  FACTOR_EXISTS: {
    status: 409,
    message: 'This method is already set up. Turn it off first.',
    de: 'Dieser zweite Schritt ist schon eingerichtet. Schalte ihn zuerst ab.',
  },
  NO_SECOND_STEP: { status: 409, message: 'Set up two-step verification first.', de: 'Richte zuerst einen zweiten Schritt ein.' },
  PASSKEY_REFUSED: { status: 400, message: "This passkey didn't work. Please try again.", de: 'Dieser Passkey passt nicht. Bitte versuche es noch einmal.' },
  LAST_WAY_IN: {
    status: 409,
    message: 'This is the only way to sign in. Set a password first.',
    de: 'Das ist deine einzige Anmeldemöglichkeit. Setze zuerst ein Passwort.',
  },
  PROVIDER_UNREACHABLE: {
    status: 400,
    message: "The identity provider doesn't respond as expected. Check the issuer URL.",
    de: 'Der Anmeldedienst antwortet nicht wie erwartet. Prüfe die Adresse des Ausstellers.',
  },
})
export const { kinds, refuse, unwrapOrRefuse } = identityErrors
