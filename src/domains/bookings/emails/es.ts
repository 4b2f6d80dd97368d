/** Spanish emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { createEmailTemplates, formatZone } from './templates.ts'
import type { BookingsEmails } from './variables.ts'

const templates = createEmailTemplates('es', {
  hello: (firstName) => (firstName ? `Hola, ${firstName}:` : 'Hola:'),
  see: 'Ver la reserva',
  open: 'Abrir la reserva',
  where: 'Lugar',
  with: 'Con',
  price: 'Precio',
  extras: 'Extras',
  people: 'Personas',
  calendar: 'Añadir al calendario',
  online: 'Unirse en línea',
  intake: 'Rellénalo antes de venir',
})
const { blocks, customerEmail, notice, where, price, calendar, online, intake, formatTime, formatLabelled, createSubject, createBusinessSubject } = templates

const cancellation = (v: { canceledBy?: string }): string =>
  v.canceledBy === 'the business' ? 'Lo sentimos, hemos tenido que cancelar esta reserva.' : 'Tu reserva está cancelada.'
const latePayment = (v: { amount?: string }): string => (v.amount ? `Un pago de ${v.amount}` : 'Un pago')
const messageSubject = (v: BookingsEmails['session-message']): string => v.ownSubject || createSubject('Sobre tu reserva')(v)

export const bookingsEmails: EmailTemplatesOf<BookingsEmails> = {
  'booking-requested': customerEmail(createSubject('Solicitud recibida'), (v) => [
    'Gracias por tu solicitud. Te responderemos pronto.',
    formatTime(v),
    where(v),
    price(v),
    intake(v),
    v.approvalNote,
  ]),
  'booking-confirmed': customerEmail(createSubject('Reserva confirmada'), (v) => [
    'Tu reserva está confirmada.',
    formatTime(v),
    where(v),
    price(v),
    online(v),
    intake(v),
    v.cancelUntilText && `Puedes cancelar en línea hasta el ${v.cancelUntilText}.`,
    v.policyText,
    calendar(v),
  ]),
  'booking-declined': customerEmail(createSubject('Solicitud rechazada'), (v) => [
    'Lo sentimos, no podemos ofrecerte esta hora.',
    formatTime(v),
    v.reason,
    v.refundText,
  ]),
  'booking-canceled': customerEmail(createSubject('Reserva cancelada'), (v) => [
    cancellation(v),
    formatTime(v),
    v.feeText,
    v.refundText,
    v.creditText,
    calendar(v),
  ]),
  'booking-rescheduled': customerEmail(createSubject('Nueva hora'), (v) => [
    'Tu reserva tiene una nueva hora.',
    formatTime(v),
    formatLabelled(v.oldStartText, 'Antes'),
    where(v),
    formatLabelled(v.oldLocationText, 'Lugar anterior'),
    formatLabelled(v.oldStaffName, 'Antes con'),
    v.statusText,
    calendar(v),
  ]),
  'booking-changed': customerEmail(createSubject('Reserva modificada'), (v) => [
    'Tu reserva ha cambiado.',
    formatTime(v),
    where(v),
    formatLabelled(v.oldLocationText, 'Lugar anterior'),
    formatLabelled(v.oldStaffName, 'Antes con'),
    calendar(v),
  ]),
  'booking-participants-changed': customerEmail(createSubject('Número de personas modificado'), (v) => [
    'El número de personas de tu reserva ha cambiado.',
    formatTime(v),
    where(v),
    formatLabelled(v.participants, 'Personas'),
    formatLabelled(v.oldParticipants, 'Antes'),
    v.balanceText,
  ]),
  'booking-reminder': customerEmail(createSubject('Recordatorio'), (v) => ['¡Nos vemos pronto!', formatTime(v), where(v), online(v), intake(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${v.receiptNumber ? `Recibo ${v.receiptNumber}` : 'Recibo'}: ${v.serviceName}`,
    (v) => [
      `Hemos recibido ${v.paidText}${v.cardLast4 ? ` de la tarjeta terminada en ${v.cardLast4}` : ''}.`,
      formatTime(v),
      ...(v.lines ?? []),
      formatLabelled(v.receiptLink, 'Tu recibo'),
    ],
  ),
  'payment-returned': customerEmail(createSubject('Pago reembolsado'), (v) => [v.refundText, formatTime(v)]),
  'booking-refunded': customerEmail(
    (v) => `Reembolso: ${v.amount}`,
    (v) => [
      `Te hemos reembolsado ${v.amount} de esta reserva con el medio de pago original. En una tarjeta puede tardar unos días en aparecer.`,
      formatTime(v),
      formatLabelled(v.receiptLink, 'Tu recibo'),
    ],
  ),
  'payment-link': customerEmail(
    createSubject('Pago'),
    (v) => [`Quedan ${v.amountDue} por pagar de esta reserva. Puedes pagar en línea.`, formatTime(v)],
    'Pagar ahora',
    (v) => v.payLink,
  ),
  'fee-charged': customerEmail(createSubject('Cargo por cancelación cobrado'), (v) => [
    `Hemos cobrado ${v.amount}${v.cardLast4 ? ` en la tarjeta terminada en ${v.cardLast4}` : ''} por cancelar tarde o no acudir a la reserva.`,
    formatTime(v),
    formatLabelled(v.receiptLink, 'Tu recibo'),
  ]),
  'fee-failed': customerEmail(createSubject('Cargo sin pagar'), (v) => [
    `No hemos podido cobrar un cargo de ${v.amount} en tu tarjeta. Ponte en contacto con nosotros.`,
    formatTime(v),
  ]),
  'no-show': customerEmail(createSubject('Te echamos de menos'), (v) => ['No has acudido a tu reserva.', formatTime(v), v.feeText]),
  'booking-follow-up': customerEmail(
    createSubject('Gracias por venir'),
    (v) => ['Esperamos que te haya gustado. ¡Hasta pronto!', formatTime(v)],
    'Reservar otra vez',
  ),
  'visit-missed': customerEmail(
    () => 'Nos encantaría volver a verte',
    (v) => ['Ha pasado tiempo desde tu última visita:', formatTime(v)],
    'Reservar otra vez',
  ),
  'session-message': customerEmail(messageSubject, (v) => [v.sessionMessage, formatTime(v), where(v)]),
  'waitlist-joined': customerEmail(createSubject('Estás en la lista de espera'), (v) => [
    `La clase está completa. Eres el número ${v.position} de la lista de espera. Te escribiremos cuando quede libre una plaza.`,
    formatTime(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    createSubject('Hay una plaza libre'),
    (v) => [`Te guardamos una plaza hasta el ${v.offerUntilText} ${formatZone(v)}.`, formatTime(v), where(v), price(v)],
    'Aceptar la plaza',
  ),
  'waitlist-missed': customerEmail(createSubject('Tu oferta ha caducado'), (v) => [
    'La plaza que te guardábamos ha pasado a la siguiente persona. Sigues en la lista de espera.',
    formatTime(v),
  ]),
  'waitlist-closed': customerEmail(createSubject('Clase cancelada'), (v) => [
    'Esta clase no se va a celebrar, así que la lista de espera se ha cerrado.',
    formatTime(v),
  ]),
  'new-booking': notice(createBusinessSubject('Nueva reserva')),
  'booking-request': notice(createBusinessSubject('Nueva solicitud de reserva'), () => ['Esta solicitud espera tu respuesta.']),
  'booking-canceled-by-customer': notice(createBusinessSubject('Reserva cancelada por el cliente')),
  'booking-rescheduled-by-customer': notice(createBusinessSubject('Hora cambiada por el cliente'), (v) => [formatLabelled(v.oldStartText, 'Antes')]),
  'double-booking': notice(createBusinessSubject('Reserva doble'), () => ['Esta reserva coincide con otra. Revisa tu calendario.']),
  'money-without-place': notice(createBusinessSubject('Pago tardío reembolsado'), (v) => [
    `${latePayment(v)} llegó cuando la plaza ya estaba ocupada o la reserva había terminado. Se reembolsa automáticamente y hemos avisado al cliente.`,
  ]),
  'booking-disputed': notice(createBusinessSubject('Pago disputado'), (v) => [
    `El banco del cliente disputa el pago de ${v.amount} y retiene el dinero hasta que se decida. Responde en el panel de tu proveedor de pagos.`,
  ]),
  'booking-refund-failed': notice(createBusinessSubject('Reembolso fallido'), (v) => [
    `No se han podido reembolsar ${v.amount}. ${v.problem}`.trim(),
    'El cliente no ha recibido el reembolso. Abre la reserva para intentarlo de nuevo, o reembólsalo de otra forma.',
  ]),
  'fee-not-collected': notice(createBusinessSubject('Cargo no cobrado'), (v) => [
    `No hemos podido cobrar en la tarjeta guardada. Quedan ${v.amount} por pagar.`,
  ]),
}

/** What the business may place in its own words. */
export const bookingsTextBlocks = { ...blocks, cancellation, latePayment, messageSubject }
