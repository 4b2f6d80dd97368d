/** What other domains may use of identity. */
export { identityErrors } from './errors.ts'

// Callers, sessions, tokens
export { authenticateCredential, type CallerDeps, type CallerRequest, readCookie, SSO_COOKIE } from './caller.ts'
export { findSessionByCookie, findSessionByToken, issueAuthorizationCode, issueFlowAccessToken, issueTokenPair, startSsoSession } from './actions/session.ts'
export { isSessionPending, type LiveSession, revokeSession, sessionById } from './store/sessions.ts'
export { cookieLine, setCookie } from './actions/cookies.ts'
export { findOwnerBrowserKey, rememberMemberBrowser, rememberOwnerBrowser } from './actions/known-browsers.ts'

// Flow tokens, one-time codes, passkeys, passwords: collaborators use them for dashboard users
export { findOpenFlowOnAnySite, refuseAttempt } from './actions/open-flow.ts'
export { days, insertFlowToken, markFlowTokenUsed, takeFlowAttempt } from './store/sessions.ts'
export { createAuthenticationOptions, createRegistrationOptions, verifyAuthentication, verifyRegistration } from './actions/webauthn.ts'
export { passkeyToWire } from './actions/passkeys.ts'
export type { Credential } from './store/passkeys.ts'
export { createEnrollment, newRecoveryCodes, newTotpSecret, totpStep } from './crypto/totp.ts'
export { maskDestination, normalizeRecoveryCode } from './rules/factor.ts'
export { factorMachine, type FactorTransition } from './rules/factor-machine.ts'
export { hashPassword, setHashingCost, verifyPassword } from './password-hash.ts'
export { passwordViolations } from './rules/password.ts'
export { equalsConstantTime, hashSecret, newCode, newSecret, newSiteSecret, toTokenKey } from './crypto/secrets.ts'

// Rate limits and failed attempts
export { addressCounter, assertRedirectSessionLimit, countTestAddressesOnly } from './actions/rate-limits.ts'
export { clearPasswordAttempt, countPasswordAttempt } from './actions/password-attempts.ts'
export { clearAttempts, consumeSharedRateLimit } from './store/rate-limits.ts'

// The audit log
export { audit } from './store/audit.ts'

// Identities of members
export { identityById } from './store/identities.ts'
export { emailViolation, readEmail } from './rules/email.ts'
export { profileToWire } from './rules/profile.ts'
export { wireInstant } from './wire.ts'
export { findProfileLanguage, resolveCallerLanguage } from './actions/emails.ts'

// Settings
export { SealedWithAnotherKey, sealStoredSecrets } from './actions/seal-stored-secrets.ts'
export { changeSignInSettings } from './actions/sign-in-settings.ts'
export { enableDevCaptcha } from './actions/captcha.ts'
export { isProviderEnabled } from './store/providers.ts'

// OAuth apps and API keys
export { createOAuthApp, getSiteClientId } from './oauth/actions/apps.ts'
export { createApiKey } from './oauth/actions/api-keys.ts'
export { appById, type AppRow, listApps } from './oauth/store/apps.ts'
export { addQueryParams, allowedOrigins, isRedirectDomainAllowed, isRedirectUriAllowed } from './oauth/rules/redirect-match.ts'
export { isChallenge } from './oauth/crypto/pkce.ts'
export type { IdentityEmails } from './emails/variables.ts'
