/** Template → its variables, of the emails about membership. Source: guide members §5.2, §10. */
export interface MembersEmails {
  MEMBER_APPROVED: { nickname: string; signInLink: string }
  BIRTHDAY: { nickname: string; bookLink: string }
  /** `when`: an instant as ISO text, in UTC. */
  ACCOUNT_DELETED: { nickname: string; when: string }
}
