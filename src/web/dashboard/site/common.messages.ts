/** What several parts of this folder say. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

export const common = currentMessages(
  defineDashboardMessages(
    {
      copied: 'Copied',
      name: 'Name',
      bookNow: 'Book now',
    },
    {
      de: {
        copied: 'Kopiert',
        name: 'Name',
        bookNow: 'Jetzt buchen',
      },
    },
  ),
)
