/** Emails about connected calendars, in French. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { problemTexts } from '../rules/words.ts'
import type { ConnectedCalendarsEmails } from './variables.ts'

const problemText = ({ problem }: ConnectedCalendarsEmails['calendar-broken']): string => problemTexts.fr[problem] ?? problem

export const connectedCalendarsEmails: EmailTemplatesOf<ConnectedCalendarsEmails> = {
  'calendar-broken': (v) => ({
    subject: `Votre agenda « ${v.calendarName} » n’est pas lisible`,
    paragraphs: [
      `Bonjour ${v.staffName},`,
      `Votre agenda « ${v.calendarName} » ne peut plus être lu.`,
      problemText(v),
      'Ses rendez-vous bloquent les réservations pendant sept jours après la dernière lecture. Les nouveaux ne sont pas vus.',
    ],
    button: { label: 'Ouvrir les agendas', url: v.link },
  }),
}

/** What the business may place in its own words. */
export const connectedCalendarsTextBlocks = { problemText }
