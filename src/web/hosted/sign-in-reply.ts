import type { ReplyOf } from '../operations.ts'

/** Reply of every sign-in step: the next step, or the session. */
export type SignInReply = {
  /** One of the states of the reply; that of a provider's callback comes in the address. */
  state: string
} & Partial<Pick<ReplyOf<'identity.verify'>, 'sessionToken' | 'stateToken'>> & {
    requireMfaData?: { availableFactors: { factorType: string }[] } | undefined
  }
