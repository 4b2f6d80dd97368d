/** The methods of two-step verification of an owner. */
import type { ReplyOf } from '#web/operations.ts'

export type Security = ReplyOf<'collaborators.getOwnerSecurity'>
export type Kind = Security['factors'][number]['type']
export const kinds: Record<Kind, { name: string; what: string; setUp: string; happens: string }> = {
  TOTP: {
    name: 'Authenticator app',
    what: 'Get codes from an app on your phone.',
    setUp: 'Set up app',
    happens: 'You’ll enter a code from the app when you sign in.',
  },
  EMAIL: {
    name: 'Email codes',
    what: 'Get codes by email when you sign in.',
    setUp: 'Set up email',
    happens: 'We’ll email you a code now, and again each time you sign in.',
  },
}
