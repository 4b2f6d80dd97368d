/** A contact as the dashboard names it. */
import type { ReplyOf } from '#web/operations.ts'

export type Contact = ReplyOf<'contacts.queryContacts'>['contacts'][number]
export const contactName = ({ firstName, lastName, emails, phones, loginEmail }: Contact): string =>
  `${firstName} ${lastName}`.trim() || loginEmail || emails[0] || phones[0] || 'Unnamed'
