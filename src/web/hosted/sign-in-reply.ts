/** Reply of every sign-in step: the next step, or the session. */
export interface SignInReply {
  state: string
  sessionToken?: string
  stateToken?: string
  requireMfaData?: { availableFactors: { factorType: string }[] }
}
