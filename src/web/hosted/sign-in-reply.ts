/** What every step of a sign-in answers: the next step, or the end of it. */
export interface SignInReply {
  state: string
  sessionToken?: string
  stateToken?: string
  requireMfaData?: { availableFactors: { factorType: string }[] }
}
