/** Emails about connected calendars, in English. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { problemTexts } from '../rules/words.ts'
import type { ConnectedCalendarsEmails } from './variables.ts'

const problemText = ({ problem }: ConnectedCalendarsEmails['calendar-broken']): string => problemTexts.en[problem] ?? problem

export const connectedCalendarsEmails: EmailTemplatesOf<ConnectedCalendarsEmails> = {
  'calendar-broken': (v) => ({
    subject: `Your calendar “${v.calendarName}” can’t be read`,
    paragraphs: [
      `Hi ${v.staffName},`,
      `your calendar “${v.calendarName}” can’t be read any more.`,
      problemText(v),
      'Its busy times keep blocking your bookings for seven days after the last update. New appointments in it are not seen.',
    ],
    button: { label: 'Open calendars', url: v.link },
  }),
}

/** What the business may place in its own words. */
export const connectedCalendarsTextBlocks = { problemText }
