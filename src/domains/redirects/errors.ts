/** Refusals of redirect sessions. Source: guide identity 8, 11. */
import { refusals } from '#kit/refusal.ts'

export const redirectErrors = refusals({
  REDIRECT_DOMAIN_NOT_ALLOWED: { status: 403, message: "This address isn't listed as an allowed redirect domain." },
  UNSUPPORTED_REDIRECT_INTENT: { status: 400, message: 'This kind of page is not available on this site.' },
  REDIRECT_SESSION_EXPIRED: { status: 404, message: 'This link has expired.' },
  INVALID_SESSION_TOKEN: { status: 400, message: 'Your sign-in has expired. Please sign in again.' },
})
export const { refuse } = redirectErrors
