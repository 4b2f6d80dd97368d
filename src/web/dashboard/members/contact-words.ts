/** A contact as the dashboard names it. */
import type { ReplyOf } from '#web/operations.ts'

export type Contact = ReplyOf<'members.queryContacts'>['contacts'][number]
export const contactName = ({ firstName, lastName, emails, phones }: Contact): string =>
  `${firstName} ${lastName}`.trim() || emails[0] || phones[0] || 'Without a name'
