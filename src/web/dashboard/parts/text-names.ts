/** Text messages by name. */
import type { TextTemplate } from '#domains/texts/rules/templates.ts'

export const textNames: Readonly<Record<TextTemplate, string>> = {
  'booking-reminder': 'Reminder before a booking',
  'booking-confirmed': 'Booking confirmed',
  'booking-rescheduled': 'Booking moved',
  'booking-canceled': 'Booking canceled',
  'waitlist-offer': 'Waitlist: a spot opened up',
}
export const textName = (template: string): string => textNames[template as TextTemplate] ?? template
