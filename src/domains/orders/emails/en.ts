/** Letters about orders, in English. guide: pricing-plans 15 */
import type { EmailTemplates } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'

const { mail, toOwner } = emailBuilders({ hello: (name) => `Hello ${name},`, see: 'See my plan', open: 'Open' })

export const orderEmails: EmailTemplates = {
  'plan-purchased': mail(
    (v) => `You have ${v['planName']}`,
    (v) => [
      `Thank you. ${v['priceSummary']}.`,
      `It starts on ${v['startDate']}.`,
      ...optionalLine(v['endDate'], `It ends on ${v['endDate']}.`),
      ...optionalLine(v['nextPaymentDate'], `Next payment: ${v['nextPaymentAmount']} on ${v['nextPaymentDate']}.`),
      ...optionalLine(v['terms'], String(v['terms'])),
    ],
  ),
  'trial-started': mail(
    (v) => `Your free trial of ${v['planName']} has begun`,
    (v) => [`It is free until ${v['trialEndDate']}. Then the first payment is ${v['firstPaymentAmount']}.`],
  ),
  'trial-ending': mail(
    (v) => `Your free trial of ${v['planName']} ends soon`,
    (v) => [
      `It ends on ${v['trialEndDate']}. Then the first payment is ${v['firstPaymentAmount']}.`,
      ...optionalLine(v['cancelLink'], `You can cancel before: ${v['cancelLink']}`),
    ],
  ),
  'renewal-reminder': mail(
    (v) => `${v['planName']} renews soon`,
    (v) => [`The next payment of ${v['nextPaymentAmount']} is on ${v['nextPaymentDate']}.`],
  ),
  'payment-receipt': mail(
    (v) => `Receipt ${v['invoiceNumber']} for ${v['planName']}`,
    (v) => [
      `We received ${v['total']}.`,
      ...invoiceRows(v['lines']),
      ...optionalLine(v['tax'], `Tax: ${v['tax']}.`),
      ...optionalLine(v['cardLast4'], `Paid with the card ending in ${v['cardLast4']}.`),
      ...optionalLine(v['periodStart'], `For ${v['periodStart']}${optionalText(v['periodEnd'], ` to ${v['periodEnd']}`)}.`),
    ],
  ),
  'payment-failed': mail(
    (v) => `Your payment for ${v['planName']} failed`,
    (v) => [
      `${v['reasonPlain']} The amount is ${v['amount']}.`,
      ...optionalLine(v['nextTryDate'], `We try again on ${v['nextTryDate']}.`),
      `Please pay by ${v['graceEndDate']} to keep your plan.`,
    ],
    'Update my card',
  ),
  'payment-failed-again': mail(
    (v) => `Last try for your ${v['planName']} payment`,
    (v) => [`We try one last time on ${v['lastTryDate']}. Another card keeps your plan running.`],
    'Update my card',
  ),
  'payment-action-needed': mail(
    (v) => `Your bank wants to hear from you about ${v['planName']}`,
    (v) => [`Please confirm the payment by ${v['graceEndDate']} to keep your plan.`],
    'Confirm the payment',
  ),
  'plan-canceled-payment': mail(
    (v) => `${v['planName']} was cancelled`,
    (v) => [`${v['reasonPlain']} The payment of ${v['amount']} could not be collected, so the plan has ended.`],
    'Buy it again',
  ),
  'renewal-canceled': mail(
    (v) => `${v['planName']} will not renew`,
    (v) => [`You can use it until ${v['endDate']}. Nothing more will be charged.`],
  ),
  'plan-canceled': mail(
    (v) => `${v['planName']} was cancelled`,
    (v) => [`It ended on ${v['canceledDate']}.`, ...optionalLine(v['refundAmount'], `${v['refundAmount']} go back to you.`)],
  ),
  'plan-started': mail(
    (v) => `${v['planName']} has started`,
    (v) => [`It is yours to use since ${v['startDate']}.`],
  ),
  'plan-paused': mail(
    (v) => `${v['planName']} is paused`,
    (v) => [`Paused since ${v['pauseDate']}. There are no payments while it is paused.`],
  ),
  'plan-resumed': mail(
    (v) => `${v['planName']} goes on`,
    (v) => [
      `It runs again since ${v['resumeDate']}.`,
      ...optionalLine(v['newEndDate'], `It now ends on ${v['newEndDate']}.`),
      ...optionalLine(v['nextPaymentDate'], `Next payment on ${v['nextPaymentDate']}.`),
    ],
  ),
  'plan-extended': mail(
    (v) => `${v['planName']} lasts longer`,
    (v) => [`Instead of ${v['oldEndDate']} it now ends on ${v['newEndDate']}.`],
  ),
  'plan-ending': mail(
    (v) => `${v['planName']} ends soon`,
    (v) => [`It ends on ${v['endDate']} and will not renew.`],
    'Buy it again',
  ),
  'plan-ended': mail(
    (v) => `${v['planName']} has ended`,
    (v) => [`It ended on ${v['endDate']}. We hope to see you again.`],
    'Buy it again',
  ),
  'offline-order-created': mail(
    (v) => `You have ${v['planName']}`,
    (v) => [`It starts on ${v['startDate']}.`, ...optionalLine(v['amountDue'], `Please pay ${v['amountDue']} at the front desk.`)],
  ),
  'offline-order-paid': mail(
    (v) => `Payment for ${v['planName']} received`,
    (v) => [`We received ${v['amount']}. Thank you.`],
  ),
  'refund-issued': mail(
    (v) => `${v['amount']} go back to you`,
    (v) => [
      `We have refunded ${v['amount']} for ${v['planName']}.`,
      ...optionalLine(v['cardLast4'], `It goes to the card ending in ${v['cardLast4']}; banks take a few days.`),
    ],
  ),
  'card-expiring': mail(
    () => 'Your card expires soon',
    (v) => [`The card ending in ${v['cardLast4']} expires ${v['expiry']}. Please give another one, so that ${v['planName']} goes on.`],
    'Change my card',
  ),
  'new-order': toOwner(
    (v) => `New order: ${v['plan']}`,
    (v) => [`${v['member']} has ordered ${v['plan']}. ${v['amount']}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v['member']} cancelled ${v['plan']}`,
    (v) => [`${v['member']} cancelled ${v['plan']}.`, ...optionalLine(v['endDate'], `It ends on ${v['endDate']}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v['plan']} of ${v['member']} ended: not paid`,
    (v) => [`The payment of ${v['amount']} could not be collected, so the plan has ended.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v['member']} disputes a payment`,
    (v) => [`The bank of ${v['member']} disputes the payment of ${v['amount']} for ${v['plan']}. Nothing more is charged until you decide.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `A late payment of ${v['member']} went back`,
    (v) => [`${v['amount']} for ${v['plan']} arrived when there was nothing to pay any more. It is refunded.`],
  ),
  'unclaimed-payment': toOwner(
    (v) => `${v['amount']} came in for nothing we know`,
    (v) => [
      `Your payment provider reports a payment of ${v['amount']} (${v['ref']}) that belongs to no booking and no plan of this site.`,
      'It is kept in your books as not earned. Find out who paid, then give it back or note that it is settled.',
    ],
  ),
  'clock-is-wrong': toOwner(
    () => 'Payments stand still: the clock of the server is wrong',
    (v) => [
      `${v['reasonPlain']} No renewal is charged and no plan ends by itself until this is mended.`,
      'Set the clock right, or restart the server when the clock is right now.',
    ],
  ),
  'charges-stopped': toOwner(
    () => 'Payments stand still',
    (v) => [`The payment provider refuses our requests: ${v['reasonPlain']} No plan was changed. Charging goes on by itself once this is mended.`],
  ),
}
