/** Template → its variables, of the emails about sign-in. Source: guide identity §13. */
export interface IdentityEmails {
  VERIFY_EMAIL_CODE: Code
  SIGN_IN_CODE: Code
  /** `factor`: the kind of the second step, such as TOTP; `when`: an instant as ISO text, in UTC. */
  FACTOR_CHANGED: { added: boolean; factor: string; when: string; supportLink: string }
  EMAIL_CHANGE_CODE: Code
  /** Only the former address gets the link that restores it. */
  EMAIL_CHANGED: { oldEmail: string; newEmail: string; undoLink?: string }
  PASSWORD_RESET: { link: string; expiresHours: number; requestIp: string }
  SET_PASSWORD: { link: string; expiresDays: number; invitedBy?: string }
  /** `device`: a user agent; empty when none was sent. */
  PASSWORD_CHANGED: { when: string; device: string; supportLink: string }
  APPROVAL_REQUESTED: { memberName: string; memberEmail: string; approveLink: string }
  APPROVAL_PENDING: Record<never, never>
  WELCOME: { firstName: string; accountLink: string }
  SIGN_IN_LOCKED: { when: string; ip: string; resetLink: string }
  REGISTER_EXISTING: { resetLink: string }
  NEW_DEVICE: { device: string; when: string; ip: string }
}

interface Code {
  code: string
  expiresMinutes: number
}
