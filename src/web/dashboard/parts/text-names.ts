/** Text messages and their states by name. */
import type { TextTemplate } from '#domains/texts/rules/templates.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Tone } from './list.tsx'

const messages = defineDashboardMessages(
  {
    reminder: 'Reminder before a booking',
    confirmed: 'Booking confirmed',
    moved: 'Booking moved',
    canceled: 'Booking canceled',
    offer: 'Waitlist: a spot opened up',
    queued: 'Queued',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    notSent: 'Not sent',
  },
  {
    de: {
      reminder: 'Erinnerung vor einer Buchung',
      confirmed: 'Buchung bestätigt',
      moved: 'Buchung verschoben',
      canceled: 'Buchung abgesagt',
      offer: 'Warteliste: Platz frei geworden',
      queued: 'In der Warteschlange',
      sent: 'Gesendet',
      delivered: 'Zugestellt',
      failed: 'Fehlgeschlagen',
      notSent: 'Nicht gesendet',
    },
  },
)
const text = currentMessages(messages)

export const textNames: Readonly<Record<TextTemplate, string>> = {
  'booking-reminder': text.reminder,
  'booking-confirmed': text.confirmed,
  'booking-rescheduled': text.moved,
  'booking-canceled': text.canceled,
  'waitlist-offer': text.offer,
}
export const textName = (template: string): string => textNames[template as TextTemplate] ?? template

type TextState = ReplyOf<'texts.listTexts'>['texts'][number]['state']
const stateLabels: Readonly<Record<TextState, [label: string, tone: Tone]>> = {
  QUEUED: [text.queued, 'wait'],
  SENT: [text.sent, 'good'],
  DELIVERED: [text.delivered, 'good'],
  FAILED: [text.failed, 'bad'],
  SKIPPED: [text.notSent, 'quiet'],
}
export const textStates = Object.keys(stateLabels) as TextState[]
export const textState = (state: TextState): [label: string, tone: Tone] => stateLabels[state]
