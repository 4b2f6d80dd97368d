/** Emails about money, in German. Source: guide pricing-plans §9.6, §10.4. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { PaymentsEmails } from './variables.ts'

const button = (url: string) => ({ label: 'Öffnen', url })

export const paymentsEmails: EmailTemplatesOf<PaymentsEmails> = {
  'unclaimed-payment': (v) => ({
    subject: `Zahlung ohne Zuordnung: ${v.amount}`,
    paragraphs: [
      `Dein Zahlungsanbieter meldet eine Zahlung von ${v.amount} (${v.ref}), die zu keiner Buchung und keinem Tarif dieser Website gehört.`,
      'Sie ist als nicht zugeordnet verbucht. Kläre, wer bezahlt hat, und erstatte sie dann oder markiere sie als geklärt.',
    ],
    button: button(v.link),
  }),
  'clock-is-wrong': (v) => ({
    subject: 'Zahlungen angehalten: Die Uhr des Servers geht falsch',
    paragraphs: [
      `${v.reasonPlain} Bis das behoben ist, wird keine Verlängerung abgebucht und kein Tarif endet von selbst.`,
      'Stelle die Uhr richtig. Wenn sie schon stimmt, starte den Server neu.',
    ],
    button: button(v.link),
  }),
  'charges-stopped': (v) => ({
    subject: 'Zahlungen angehalten',
    paragraphs: [
      `Der Zahlungsanbieter lehnt unsere Anfragen ab: ${v.reasonPlain} Die Tarife laufen weiter. Sobald das behoben ist, werden Zahlungen automatisch fortgesetzt.`,
    ],
    button: button(v.link),
  }),
}
