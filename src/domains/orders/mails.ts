/** Letters about orders. guide: pricing-plans 15 */
type Words = { subject: string; paragraphs: string[]; button?: { label: string; url: string } }
type Variables = Record<string, unknown>
const has = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const line = (value: unknown, text: string): string[] => (has(value) ? [text] : [])
const hello = (v: Variables) => `Hello ${String(v['memberName'])},`
const view = (v: Variables, label = 'See my plan') => ({ label, url: String(v['orderLink']) })
const mail =
  (subject: (v: Variables) => string, body: (v: Variables) => string[], label?: string) =>
  (v: Variables): Words => ({ subject: subject(v), paragraphs: [hello(v), ...body(v)], button: view(v, label) })

export const ordersMails: Record<string, (variables: Variables) => Words> = {
  'plan-purchased': mail(
    (v) => `You have ${v['planName']}`,
    (v) => [
      `Thank you. ${v['priceSummary']}.`,
      `It starts on ${v['startDate']}.`,
      ...line(v['endDate'], `It ends on ${v['endDate']}.`),
      ...line(v['nextPaymentDate'], `Next payment: ${v['nextPaymentAmount']} on ${v['nextPaymentDate']}.`),
      ...line(v['terms'], String(v['terms'])),
    ],
  ),
  'trial-started': mail(
    (v) => `Your free trial of ${v['planName']} has begun`,
    (v) => [`It is free until ${v['trialEndDate']}. Then the first payment is ${v['firstPaymentAmount']}.`],
  ),
  'trial-ending': mail(
    (v) => `Your free trial of ${v['planName']} ends soon`,
    (v) => [`It ends on ${v['trialEndDate']}. Then the first payment is ${v['firstPaymentAmount']}.`],
  ),
  'payment-receipt': mail(
    (v) => `Receipt for ${v['planName']}`,
    (v) => [
      `We received ${v['total']}.`,
      ...line(v['tax'], `Tax: ${v['tax']}.`),
      ...line(v['cardLast4'], `Paid with the card ending in ${v['cardLast4']}.`),
      ...line(v['periodStart'], `For ${v['periodStart']}${has(v['periodEnd']) ? ` to ${v['periodEnd']}` : ''}.`),
    ],
  ),
  'payment-failed': mail(
    (v) => `Your payment for ${v['planName']} failed`,
    (v) => [
      `${v['reasonPlain']} The amount is ${v['amount']}.`,
      ...line(v['nextTryDate'], `We try again on ${v['nextTryDate']}.`),
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
    (v) => [`It ended on ${v['canceledDate']}.`],
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
    (v) => [`It runs again since ${v['resumeDate']}.`, ...line(v['newEndDate'], `It now ends on ${v['newEndDate']}.`)],
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
    (v) => [`It starts on ${v['startDate']}.`, ...line(v['amountDue'], `Please pay ${v['amountDue']} at the front desk.`)],
  ),
  'offline-order-paid': mail(
    (v) => `Payment for ${v['planName']} received`,
    (v) => [`We received ${v['amount']}. Thank you.`],
  ),
}
