/** What several forms say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const sharedMessages = defineDashboardMessages(
  {
    enterName: 'Enter a name.',
  },
  {
    de: {
      enterName: 'Gib einen Namen ein.',
    },
  },
)
