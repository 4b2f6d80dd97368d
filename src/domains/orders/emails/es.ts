/** Emails about orders, in Spanish. Source: guide pricing-plans §15. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'
import type { OrderEmails } from './variables.ts'

const { toBuyer, toOwner } = emailBuilders({ hello: (name) => `Hola, ${name}:`, see: 'Ver el plan', open: 'Abrir' })

export const orderEmails: EmailTemplatesOf<OrderEmails> = {
  'plan-purchased': toBuyer(
    (v) => `Tu plan ${v.planName}`,
    (v) => [
      `Gracias. ${v.priceSummary}.`,
      `Empieza el ${v.startDate}.`,
      ...optionalLine(v.endDate, `Termina el ${v.endDate}.`),
      ...optionalLine(v.nextPaymentDate, `Próximo pago: ${v.nextPaymentAmount} el ${v.nextPaymentDate}.`),
      ...optionalLine(v.terms, v.terms ?? ''),
    ],
  ),
  'trial-started': toBuyer(
    (v) => `Ha empezado tu prueba gratuita de ${v.planName}`,
    (v) => [`Es gratis hasta el ${v.trialEndDate}. Tu primer pago será de ${v.firstPaymentAmount}.`],
  ),
  'trial-ending': toBuyer(
    (v) => `Tu prueba gratuita de ${v.planName} termina pronto`,
    (v) => [
      `Termina el ${v.trialEndDate}. Tu primer pago será de ${v.firstPaymentAmount}.`,
      ...optionalLine(v.cancelLink, `Puedes cancelar antes: ${v.cancelLink}`),
    ],
  ),
  'renewal-reminder': toBuyer(
    (v) => `${v.planName} se renueva pronto`,
    (v) => [`Tu próximo pago de ${v.nextPaymentAmount} es el ${v.nextPaymentDate}.`],
  ),
  'payment-receipt': toBuyer(
    (v) => `Recibo ${v.invoiceNumber} de ${v.planName}`,
    (v) => [
      `Hemos recibido ${v.total}.`,
      ...invoiceRows(v.lines, 'es'),
      ...optionalLine(v.tax, `Impuestos: ${v.tax}.`),
      ...optionalLine(v.cardLast4, `Pagado con la tarjeta terminada en ${v.cardLast4}.`),
      ...optionalLine(v.periodStart, `Periodo: ${v.periodStart}${optionalText(v.periodEnd, ` a ${v.periodEnd}`)}.`),
    ],
  ),
  'payment-failed': toBuyer(
    (v) => `Tu pago de ${v.planName} ha fallado`,
    (v) => [
      `${v.reasonPlain} El importe es de ${v.amount}.`,
      ...optionalLine(v.nextTryDate, `Lo intentaremos de nuevo el ${v.nextTryDate}.`),
      `Paga a más tardar el ${v.graceEndDate} para conservar tu plan.`,
    ],
    { label: 'Cambiar la tarjeta', url: (v) => v.updateCardLink },
  ),
  'payment-failed-again': toBuyer(
    (v) => `Último intento de pago de ${v.planName}`,
    (v) => [`Lo intentaremos por última vez el ${v.lastTryDate}. Cambia la tarjeta para conservar tu plan.`],
    { label: 'Cambiar la tarjeta', url: (v) => v.updateCardLink },
  ),
  'payment-action-needed': toBuyer(
    (v) => `Confirma tu pago de ${v.planName}`,
    (v) => [`Tu banco te pide que lo confirmes. Hazlo a más tardar el ${v.graceEndDate} para conservar tu plan.`],
    { label: 'Confirmar el pago', url: (v) => v.authenticateLink },
  ),
  'plan-canceled-payment': toBuyer(
    (v) => `${v.planName} ha terminado`,
    (v) => [`${v.reasonPlain} No hemos podido cobrar ${v.amount}, así que tu plan ha terminado.`],
    { label: 'Comprar de nuevo', url: (v) => v.buyAgainLink },
  ),
  'renewal-canceled': toBuyer(
    (v) => `${v.planName} no se renovará`,
    (v) => [`Puedes usarlo hasta el ${v.endDate}. No se te cobrará nada más.`],
  ),
  'plan-canceled': toBuyer(
    (v) => `${v.planName} se ha cancelado`,
    (v) => [`Terminó el ${v.canceledDate}.`, ...optionalLine(v.refundAmount, `Te reembolsaremos ${v.refundAmount}.`)],
  ),
  'plan-started': toBuyer(
    (v) => `${v.planName} ha empezado`,
    (v) => [`Puedes usarlo desde el ${v.startDate}.`],
  ),
  'plan-paused': toBuyer(
    (v) => `${v.planName} está en pausa`,
    (v) => [`En pausa desde el ${v.pauseDate}. Mientras tanto no se te cobra nada.`],
  ),
  'plan-resumed': toBuyer(
    (v) => `${v.planName} se ha reanudado`,
    (v) => [
      `Se reanudó el ${v.resumeDate}.`,
      ...optionalLine(v.newEndDate, `Ahora termina el ${v.newEndDate}.`),
      ...optionalLine(v.nextPaymentDate, `Próximo pago el ${v.nextPaymentDate}.`),
    ],
  ),
  'plan-extended': toBuyer(
    (v) => `${v.planName} se ha prolongado`,
    (v) => [`Ahora termina el ${v.newEndDate} en lugar del ${v.oldEndDate}.`],
  ),
  'plan-ending': toBuyer(
    (v) => `${v.planName} termina pronto`,
    (v) => [`Termina el ${v.endDate} y no se renovará.`],
    { label: 'Comprar de nuevo', url: (v) => v.buyAgainLink },
  ),
  'plan-ended': toBuyer(
    (v) => `${v.planName} ha terminado`,
    (v) => [`Terminó el ${v.endDate}. Esperamos volver a verte.`],
    { label: 'Comprar de nuevo', url: (v) => v.buyAgainLink },
  ),
  'offline-order-created': toBuyer(
    (v) => `Tu plan ${v.planName}`,
    (v) => [`Empieza el ${v.startDate}.`, ...optionalLine(v.amountDue, `Paga ${v.amountDue} en el local.`)],
  ),
  'offline-order-paid': toBuyer(
    (v) => `Pago recibido de ${v.planName}`,
    (v) => [`Hemos recibido ${v.amount}. Gracias.`],
  ),
  'refund-issued': toBuyer(
    (v) => `Reembolso: ${v.amount}`,
    (v) => [
      `Te hemos reembolsado ${v.amount} de ${v.planName}.`,
      ...optionalLine(v.cardLast4, `Puede tardar unos días en aparecer en tu tarjeta terminada en ${v.cardLast4}.`),
    ],
  ),
  'card-expiring': toBuyer(
    () => 'Tu tarjeta caduca pronto',
    (v) => [`La tarjeta terminada en ${v.cardLast4} caduca en ${v.expiry}. Cámbiala para conservar ${v.planName}.`],
    { label: 'Cambiar la tarjeta', url: (v) => v.updateCardLink },
  ),
  'new-order': toOwner(
    (v) => `Nuevo pedido: ${v.plan}`,
    (v) => [`${v.member} ha pedido ${v.plan}. ${v.amount}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v.member} ha cancelado ${v.plan}`,
    (v) => [`${v.member} ha cancelado ${v.plan}.`, ...optionalLine(v.endDate, `Termina el ${v.endDate}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v.plan} de ${v.member} ha terminado: sin pagar`,
    (v) => [`No hemos podido cobrar ${v.amount}, así que el plan ha terminado.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v.member} disputa un pago`,
    (v) => [`El banco de ${v.member} disputa el pago de ${v.amount} de ${v.plan}. No se cobrará nada más hasta que decidas.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `Se ha reembolsado el pago tardío de ${v.member}`,
    (v) => [`${v.amount} de ${v.plan} llegaron cuando no había nada pendiente. El reembolso es automático.`],
  ),
}
