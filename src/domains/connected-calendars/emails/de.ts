/** Emails about connected calendars, in German. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { problemTexts } from '../rules/words.ts'
import type { ConnectedCalendarsEmails } from './variables.ts'

const problemText = ({ problem }: ConnectedCalendarsEmails['calendar-broken']): string => problemTexts.de[problem] ?? problem

export const connectedCalendarsEmails: EmailTemplatesOf<ConnectedCalendarsEmails> = {
  'calendar-broken': (v) => ({
    subject: `Dein Kalender „${v.calendarName}“ lässt sich nicht lesen`,
    paragraphs: [
      `Hallo ${v.staffName},`,
      `dein Kalender „${v.calendarName}“ lässt sich nicht mehr lesen.`,
      problemText(v),
      'Seine Termine blockieren Buchungen noch sieben Tage nach dem letzten Abruf. Neue Termine darin werden nicht gesehen.',
    ],
    button: { label: 'Kalender öffnen', url: v.link },
  }),
}

/** What the business may place in its own words. */
export const connectedCalendarsTextBlocks = { problemText }
