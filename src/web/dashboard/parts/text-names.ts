/** Text messages and their states by name. */
import type { TextTemplate } from '#domains/texts/rules/templates.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { Tone } from './list.tsx'

export const textNames: Readonly<Record<TextTemplate, string>> = {
  'booking-reminder': 'Reminder before a booking',
  'booking-confirmed': 'Booking confirmed',
  'booking-rescheduled': 'Booking moved',
  'booking-canceled': 'Booking canceled',
  'waitlist-offer': 'Waitlist: a spot opened up',
}
export const textName = (template: string): string => textNames[template as TextTemplate] ?? template

type TextState = ReplyOf<'texts.listTexts'>['texts'][number]['state']
const stateLabels: Readonly<Record<TextState, [label: string, tone: Tone]>> = {
  QUEUED: ['Queued', 'wait'],
  SENT: ['Sent', 'good'],
  DELIVERED: ['Delivered', 'good'],
  FAILED: ['Failed', 'bad'],
  SKIPPED: ['Not sent', 'quiet'],
}
export const textStates = Object.keys(stateLabels) as TextState[]
export const textState = (state: TextState): [label: string, tone: Tone] => stateLabels[state]
