/** What several parts of this folder say. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

export const common = currentMessages(
  defineDashboardMessages(
    {
      newForecast: 'New forecast',
      totals: 'Totals',
      emails: 'Emails',
      declined: 'Declined',
      ends: 'Ends',
      toCollect: 'To collect',
    },
    {
      de: {
        newForecast: 'Neue Vorschau',
        totals: 'Summen',
        emails: 'E-Mails',
        declined: 'Abgelehnt',
        ends: 'Endet',
        toCollect: 'Zu kassieren',
      },
    },
  ),
)
