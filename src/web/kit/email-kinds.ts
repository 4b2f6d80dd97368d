/** Letters that people may do without: what they are called, when they come, and both within a sentence. */
import { defineMessages } from './messages.ts'

export const emailKindMessages = defineMessages(
  {
    kinds: {
      BOOKING_REMINDERS: { name: 'Reminders of my bookings', when: 'A day before each session.', within: 'reminders of bookings' },
      PLAN_REMINDERS: {
        name: 'Reminders about my plans',
        when: 'Before a trial ends, a long plan renews, a plan runs out or a card expires.',
        within: 'reminders about plans',
      },
      PLAN_NEWS: { name: 'News of my plans', when: 'When a plan begins, is paused, goes on, is extended or has ended.', within: 'news of plans' },
    },
    always: 'Confirmations, changes and cancellations, receipts, payments that fail, and everything about your sign-in always reach you.',
  },
  {
    de: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Erinnerungen an meine Buchungen', when: 'Einen Tag vor jedem Termin.', within: 'Erinnerungen an Buchungen' },
        PLAN_REMINDERS: {
          name: 'Erinnerungen zu meinen Tarifen',
          when: 'Bevor eine Probezeit endet, ein langer Tarif sich verlängert, ein Tarif ausläuft oder eine Karte abläuft.',
          within: 'Erinnerungen zu Tarifen',
        },
        PLAN_NEWS: {
          name: 'Neues zu meinen Tarifen',
          when: 'Wenn ein Tarif beginnt, pausiert, weiterläuft, verlängert wird oder geendet hat.',
          within: 'Neues zu Tarifen',
        },
      },
      always: 'Bestätigungen, Änderungen und Absagen, Belege, fehlgeschlagene Zahlungen und alles rund um deine Anmeldung bekommst du immer.',
    },
  },
)
export type EmailKind = keyof (typeof emailKindMessages)['en']['kinds']
