/** Emails about money, in Spanish. Source: guide pricing-plans §9.6, §10.4. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { PaymentsEmails } from './variables.ts'

const button = (url: string) => ({ label: 'Abrir', url })

export const paymentsEmails: EmailTemplatesOf<PaymentsEmails> = {
  'unclaimed-payment': (v) => ({
    subject: `Pago sin identificar de ${v.amount}`,
    paragraphs: [
      `Tu proveedor de pagos informa de un pago de ${v.amount} (${v.ref}) que no corresponde a ninguna reserva ni plan de este sitio.`,
      'Queda en tu contabilidad como no devengado. Averigua quién ha pagado y después reembólsalo o márcalo como resuelto.',
    ],
    button: button(v.link),
  }),
  'clock-is-wrong': (v) => ({
    subject: 'Pagos detenidos: el reloj del servidor no es correcto',
    paragraphs: [
      `${v.reasonPlain} Las renovaciones y los finales de los planes están detenidos hasta que se corrija.`,
      'Corrige el reloj, o reinicia el servidor si ya está bien.',
    ],
    button: button(v.link),
  }),
  'charges-stopped': (v) => ({
    subject: 'Pagos detenidos',
    paragraphs: [
      `Tu proveedor de pagos rechaza nuestras peticiones: ${v.reasonPlain} Tus planes no han cambiado. Los cobros se reanudarán automáticamente cuando se resuelva.`,
    ],
    button: button(v.link),
  }),
}
