/** What several parts of this folder say. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

export const common = currentMessages(
  defineDashboardMessages(
    {
      bookNow: 'Book now',
    },
    {
      de: {
        bookNow: 'Jetzt buchen',
      },
    },
  ),
)
