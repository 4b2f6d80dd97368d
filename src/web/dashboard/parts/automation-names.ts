/** What the emails that time sends are called. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const names = currentMessages(
  defineDashboardMessages(
    {
      BEFORE_BOOKING: 'Reminder',
      AFTER_BOOKING: 'Thank you',
      NO_SHOW: 'Missed booking',
      LAPSED: 'Not seen for a while',
      BIRTHDAY: 'Birthday',
      PLAN_ENDING: 'Plan ends',
    },
    {
      de: {
        BEFORE_BOOKING: 'Erinnerung',
        AFTER_BOOKING: 'Dankeschön',
        NO_SHOW: 'Verpasster Termin',
        LAPSED: 'Lange nicht gesehen',
        BIRTHDAY: 'Geburtstag',
        PLAN_ENDING: 'Tarif endet',
      },
    },
  ),
)
export const automationNames: Readonly<Record<string, string>> = names
