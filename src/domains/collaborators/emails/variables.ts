/** Template → its variables, of the emails to people who run a site. Source: guide identity §13. */
export interface CollaboratorsEmails {
  OWNER_INVITATION: { link: string; invitedBy: string; expiresDays: number }
  OWNER_PASSWORD_RESET: { link: string; expiresHours: number }
}
