/** What several charts say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const sharedMessages = defineDashboardMessages(
  {
    month: 'Month',
    service: 'Service',
    sessions: 'Sessions',
    spots: 'Spots',
    filled: 'Filled',
    noShows: 'No-shows',
    cancelled: 'Cancelled',
    plan: 'Plan',
    members: 'Members',
    fillRate: 'Fill rate',
    new: 'New',
    returning: 'Returning',
    inTrial: 'In trial',
  },
  {
    de: {
      month: 'Monat',
      service: 'Angebot',
      sessions: 'Termine',
      spots: 'Plätze',
      filled: 'Belegt',
      noShows: 'Nicht erschienen',
      cancelled: 'Abgesagt',
      plan: 'Tarif',
      members: 'Mitglieder',
      fillRate: 'Auslastung',
      new: 'Neu',
      returning: 'Wiedergekehrt',
      inTrial: 'In der Probezeit',
    },
  },
)
