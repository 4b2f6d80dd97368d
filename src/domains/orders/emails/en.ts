/** Emails about orders, in English. Source: guide pricing-plans §15. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'
import type { OrderEmails } from './variables.ts'

const { toBuyer, toOwner } = emailBuilders({ hello: (name) => `Hi ${name},`, see: 'View plan', open: 'Open' })

export const orderEmails: EmailTemplatesOf<OrderEmails> = {
  'plan-purchased': toBuyer(
    (v) => `Welcome to ${v.planName}`,
    (v) => [
      `Thank you. ${v.priceSummary}.`,
      `It starts on ${v.startDate}.`,
      ...optionalLine(v.endDate, `It ends on ${v.endDate}.`),
      ...optionalLine(v.nextPaymentDate, `Next payment: ${v.nextPaymentAmount} on ${v.nextPaymentDate}.`),
      ...optionalLine(v.terms, v.terms ?? ''),
    ],
  ),
  'trial-started': toBuyer(
    (v) => `Your free trial of ${v.planName} has started`,
    (v) => [`It’s free until ${v.trialEndDate}. Your first payment is ${v.firstPaymentAmount}.`],
  ),
  'trial-ending': toBuyer(
    (v) => `Your free trial of ${v.planName} ends soon`,
    (v) => [
      `It ends on ${v.trialEndDate}. Your first payment is ${v.firstPaymentAmount}.`,
      ...optionalLine(v.cancelLink, `Cancel any time before then: ${v.cancelLink}`),
    ],
  ),
  'renewal-reminder': toBuyer(
    (v) => `${v.planName} renews soon`,
    (v) => [`Your next payment of ${v.nextPaymentAmount} is on ${v.nextPaymentDate}.`],
  ),
  'payment-receipt': toBuyer(
    (v) => `Receipt ${v.invoiceNumber} for ${v.planName}`,
    (v) => [
      `We received ${v.total}.`,
      ...invoiceRows(v.lines, 'en'),
      ...optionalLine(v.tax, `Tax: ${v.tax}.`),
      ...optionalLine(v.cardLast4, `Paid with the card ending in ${v.cardLast4}.`),
      ...optionalLine(v.periodStart, `For ${v.periodStart}${optionalText(v.periodEnd, ` to ${v.periodEnd}`)}.`),
    ],
  ),
  'payment-failed': toBuyer(
    (v) => `Your payment for ${v.planName} failed`,
    (v) => [
      `${v.reasonPlain} The amount is ${v.amount}.`,
      ...optionalLine(v.nextTryDate, `We’ll try again on ${v.nextTryDate}.`),
      `Please pay by ${v.graceEndDate} to keep your plan.`,
    ],
    { label: 'Update card', url: (v) => v.updateCardLink },
  ),
  'payment-failed-again': toBuyer(
    (v) => `Final attempt for your ${v.planName} payment`,
    (v) => [`We’ll try one last time on ${v.lastTryDate}. Update your card to keep your plan.`],
    { label: 'Update card', url: (v) => v.updateCardLink },
  ),
  'payment-action-needed': toBuyer(
    (v) => `Confirm your payment for ${v.planName}`,
    (v) => [`Your bank needs you to confirm it. Please do so by ${v.graceEndDate} to keep your plan.`],
    { label: 'Confirm payment', url: (v) => v.authenticateLink },
  ),
  'plan-canceled-payment': toBuyer(
    (v) => `${v.planName} was cancelled`,
    (v) => [`${v.reasonPlain} We couldn’t collect ${v.amount}, so your plan has ended.`],
    { label: 'Buy again', url: (v) => v.buyAgainLink },
  ),
  'renewal-canceled': toBuyer(
    (v) => `${v.planName} will not renew`,
    (v) => [`You can use it until ${v.endDate}. You won’t be charged again.`],
  ),
  'plan-canceled': toBuyer(
    (v) => `${v.planName} was cancelled`,
    (v) => [`It ended on ${v.canceledDate}.`, ...optionalLine(v.refundAmount, `You’ll be refunded ${v.refundAmount}.`)],
  ),
  'plan-started': toBuyer(
    (v) => `${v.planName} has started`,
    (v) => [`You can use it from ${v.startDate}.`],
  ),
  'plan-paused': toBuyer(
    (v) => `${v.planName} is paused`,
    (v) => [`Paused since ${v.pauseDate}. You won’t be charged while it’s paused.`],
  ),
  'plan-resumed': toBuyer(
    (v) => `${v.planName} has resumed`,
    (v) => [
      `It resumed on ${v.resumeDate}.`,
      ...optionalLine(v.newEndDate, `It now ends on ${v.newEndDate}.`),
      ...optionalLine(v.nextPaymentDate, `Next payment on ${v.nextPaymentDate}.`),
    ],
  ),
  'plan-extended': toBuyer(
    (v) => `${v.planName} was extended`,
    (v) => [`It now ends on ${v.newEndDate} instead of ${v.oldEndDate}.`],
  ),
  'plan-ending': toBuyer(
    (v) => `${v.planName} ends soon`,
    (v) => [`It ends on ${v.endDate} and will not renew.`],
    { label: 'Buy again', url: (v) => v.buyAgainLink },
  ),
  'plan-ended': toBuyer(
    (v) => `${v.planName} has ended`,
    (v) => [`It ended on ${v.endDate}. We hope to see you again.`],
    { label: 'Buy again', url: (v) => v.buyAgainLink },
  ),
  'offline-order-created': toBuyer(
    (v) => `Welcome to ${v.planName}`,
    (v) => [`It starts on ${v.startDate}.`, ...optionalLine(v.amountDue, `Please pay ${v.amountDue} in person.`)],
  ),
  'offline-order-paid': toBuyer(
    (v) => `Payment for ${v.planName} received`,
    (v) => [`We received ${v.amount}. Thank you.`],
  ),
  'refund-issued': toBuyer(
    (v) => `Refund: ${v.amount}`,
    (v) => [
      `We refunded ${v.amount} for ${v.planName}.`,
      ...optionalLine(v.cardLast4, `It can take a few days to appear on your card ending in ${v.cardLast4}.`),
    ],
  ),
  'card-expiring': toBuyer(
    () => 'Your card expires soon',
    (v) => [`The card ending in ${v.cardLast4} expires ${v.expiry}. Update it to keep ${v.planName}.`],
    { label: 'Update card', url: (v) => v.updateCardLink },
  ),
  'new-order': toOwner(
    (v) => `New order: ${v.plan}`,
    (v) => [`${v.member} has ordered ${v.plan}. ${v.amount}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v.member} cancelled ${v.plan}`,
    (v) => [`${v.member} cancelled ${v.plan}.`, ...optionalLine(v.endDate, `It ends on ${v.endDate}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v.member}’s ${v.plan} ended: unpaid`,
    (v) => [`We couldn’t collect ${v.amount}, so the plan has ended.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v.member} disputes a payment`,
    (v) => [`${v.member}’s bank disputes the payment of ${v.amount} for ${v.plan}. Charges are paused until you decide.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `${v.member}’s late payment was refunded`,
    (v) => [`${v.amount} for ${v.plan} arrived when nothing was due. It’s refunded automatically.`],
  ),
}
