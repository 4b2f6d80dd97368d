/** Emails about money, in English. Source: guide pricing-plans §9.6, §10.4. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { PaymentsEmails } from './variables.ts'

const button = (url: string) => ({ label: 'Open', url })

export const paymentsEmails: EmailTemplatesOf<PaymentsEmails> = {
  'unclaimed-payment': (v) => ({
    subject: `Unidentified payment of ${v.amount}`,
    paragraphs: [
      `Your payment provider reports a payment of ${v.amount} (${v.ref}) that doesn’t match any booking or plan on this site.`,
      'It’s kept in your ledger as unearned. Find out who paid, then refund it or mark it as resolved.',
    ],
    button: button(v.link),
  }),
  'clock-is-wrong': (v) => ({
    subject: 'Payments paused: your server’s clock is wrong',
    paragraphs: [`${v.reasonPlain} Renewals and plan ends are paused until this is fixed.`, 'Correct the clock, or restart the server if it’s already right.'],
    button: button(v.link),
  }),
  'charges-stopped': (v) => ({
    subject: 'Payments paused',
    paragraphs: [`Your payment provider rejects our requests: ${v.reasonPlain} Your plans haven’t changed. Charging resumes automatically once this is fixed.`],
    button: button(v.link),
  }),
}
