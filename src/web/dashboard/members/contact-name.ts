/** A contact as the dashboard names it. */
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const messages = defineDashboardMessages(
  {
    unnamed: 'Unnamed',
  },
  {
    de: {
      unnamed: 'Ohne Namen',
    },
  },
)

export type Contact = ReplyOf<'contacts.queryContacts'>['contacts'][number]
export const contactName = ({ firstName, lastName, emails, phones, loginEmail }: Contact): string =>
  `${firstName} ${lastName}`.trim() || loginEmail || emails[0] || phones[0] || currentMessages(messages).unnamed
