/** Emails that people can turn off: their names, when they are sent, and how they are called within a sentence. */
import { defineMessages } from './messages.ts'

export const emailKindMessages = defineMessages(
  {
    kinds: {
      BOOKING_REMINDERS: { name: 'Booking reminders', when: 'The day before each session.', within: 'booking reminders' },
      PLAN_REMINDERS: {
        name: 'Plan reminders',
        when: 'Before a trial ends, a long plan renews, a plan ends or a card expires.',
        within: 'plan reminders',
      },
      PLAN_NEWS: { name: 'Plan updates', when: 'When a plan starts, is paused, resumes, is extended or ends.', within: 'plan updates' },
    },
    always: 'You always get confirmations, changes and cancellations, receipts, failed payments, and everything about your sign-in.',
  },
  {
    de: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Buchungserinnerungen', when: 'Einen Tag vor jedem Termin.', within: 'Buchungserinnerungen' },
        PLAN_REMINDERS: {
          name: 'Tariferinnerungen',
          when: 'Bevor eine Probezeit endet, ein langer Tarif sich verlängert, ein Tarif ausläuft oder eine Karte abläuft.',
          within: 'Tariferinnerungen',
        },
        PLAN_NEWS: {
          name: 'Neuigkeiten zu Tarifen',
          when: 'Wenn ein Tarif beginnt, pausiert, weiterläuft, verlängert wird oder endet.',
          within: 'Neuigkeiten zu Tarifen',
        },
      },
      always: 'Bestätigungen, Änderungen und Absagen, Belege, fehlgeschlagene Zahlungen und alles rund um deine Anmeldung bekommst du immer.',
    },
  },
)
export type EmailKind = keyof (typeof emailKindMessages)['en']['kinds']
