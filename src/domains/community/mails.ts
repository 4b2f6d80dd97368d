/** Letters of this domain. Source: guide members 14. */
type Letter = { subject: string; paragraphs: string[]; button?: { label: string; url: string } }

export const communityMails: Record<string, (variables: Record<string, unknown>) => Letter> = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'A member was reported' : `${String(count)} reports about members`,
    paragraphs: ['Members told you about others of your site. Look at what they say and decide what to do.'],
    button: { label: 'See the reports', url: String(url) },
  }),
}
