/** Emails that people can turn off: their names, when they are sent, and how they are called within a sentence. */
import { defineMessages, type TextsOf } from './messages.ts'

export const emailKindMessages = defineMessages(
  {
    kinds: {
      BOOKING_REMINDERS: { name: 'Booking reminders', when: 'Before each session.', within: 'booking reminders' },
      PLAN_REMINDERS: {
        name: 'Plan reminders',
        when: 'Before a trial ends, a long plan renews, a plan ends or a card expires.',
        within: 'plan reminders',
      },
      PLAN_NEWS: { name: 'Plan updates', when: 'When a plan starts, is paused, resumes, is extended or ends.', within: 'plan updates' },
      FOLLOW_UPS: {
        name: 'Follow-ups and greetings',
        when: 'After a visit, when you haven’t been here for a while, and on your birthday.',
        within: 'follow-ups',
      },
    },
    always: 'You always get confirmations, changes and cancellations, receipts, failed payments, and everything about your sign-in.',
  },
  {
    de: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Buchungserinnerungen', when: 'Vor jedem Termin.', within: 'Buchungserinnerungen' },
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
        FOLLOW_UPS: {
          name: 'Nachrichten und Grüße',
          when: 'Nach einem Besuch, wenn du länger nicht da warst und zum Geburtstag.',
          within: 'Nachrichten und Grüße',
        },
      },
      always: 'Bestätigungen, Änderungen und Absagen, Belege, fehlgeschlagene Zahlungen und alles rund um deine Anmeldung bekommst du immer.',
    },
  },
)
export type EmailKind = keyof TextsOf<typeof emailKindMessages>['kinds']
