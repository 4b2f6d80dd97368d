/** Emails about connected calendars, in Spanish. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { problemTexts } from '../rules/words.ts'
import type { ConnectedCalendarsEmails } from './variables.ts'

const problemText = ({ problem }: ConnectedCalendarsEmails['calendar-broken']): string => problemTexts.es[problem] ?? problem

export const connectedCalendarsEmails: EmailTemplatesOf<ConnectedCalendarsEmails> = {
  'calendar-broken': (v) => ({
    subject: `No se puede leer tu calendario «${v.calendarName}»`,
    paragraphs: [
      `Hola, ${v.staffName}:`,
      `Ya no se puede leer tu calendario «${v.calendarName}».`,
      problemText(v),
      'Sus citas siguen bloqueando reservas durante siete días desde la última lectura. Las nuevas no se ven.',
    ],
    button: { label: 'Abrir los calendarios', url: v.link },
  }),
}

/** What the business may place in its own words. */
export const connectedCalendarsTextBlocks = { problemText }
