/** Template → its variables, of the emails about the community. Source: guide members §14. */
export interface CommunityEmails {
  /** `count`: reports since the last email. */
  MEMBERS_REPORTED: { count: number; url: string }
}
