/** What the emails are called on the dashboard, and who gets them. */
import { currentMessages } from '#web/kit/messages.ts'
import { messages } from './template-names.messages.ts'

const text = currentMessages(messages)

interface TemplateName {
  name: string
  /** The people of the business, or a client or member. */
  to: 'client' | 'business'
}
export const templateGroups: readonly { title: string; templates: Readonly<Record<string, TemplateName>> }[] = [
  {
    title: text.groups.bookings,
    templates: {
      'booking-confirmed': { name: text.names['booking-confirmed'], to: 'client' },
      'booking-requested': { name: text.names['booking-requested'], to: 'client' },
      'booking-declined': { name: text.names['booking-declined'], to: 'client' },
      'booking-reminder': { name: text.names['booking-reminder'], to: 'client' },
      'booking-follow-up': { name: text.names['booking-follow-up'], to: 'client' },
      'booking-rescheduled': { name: text.names['booking-rescheduled'], to: 'client' },
      'booking-changed': { name: text.names['booking-changed'], to: 'client' },
      'booking-participants-changed': { name: text.names['booking-participants-changed'], to: 'client' },
      'booking-canceled': { name: text.names['booking-canceled'], to: 'client' },
      'no-show': { name: text.names['no-show'], to: 'client' },
      'visit-missed': { name: text.names['visit-missed'], to: 'client' },
      'session-message': { name: text.names['session-message'], to: 'client' },
      'waitlist-joined': { name: text.names['waitlist-joined'], to: 'client' },
      'waitlist-offer': { name: text.names['waitlist-offer'], to: 'client' },
      'waitlist-missed': { name: text.names['waitlist-missed'], to: 'client' },
      'waitlist-closed': { name: text.names['waitlist-closed'], to: 'client' },
      'new-booking': { name: text.names['new-booking'], to: 'business' },
      'booking-request': { name: text.names['booking-request'], to: 'business' },
      'booking-canceled-by-customer': { name: text.names['booking-canceled-by-customer'], to: 'business' },
      'booking-rescheduled-by-customer': { name: text.names['booking-rescheduled-by-customer'], to: 'business' },
      'double-booking': { name: text.names['double-booking'], to: 'business' },
    },
  },
  {
    title: text.groups.bookingPayments,
    templates: {
      'payment-receipt-booking': { name: text.names['payment-receipt-booking'], to: 'client' },
      'payment-returned': { name: text.names['payment-returned'], to: 'client' },
      'booking-refunded': { name: text.names['booking-refunded'], to: 'client' },
      'payment-link': { name: text.names['payment-link'], to: 'client' },
      'fee-charged': { name: text.names['fee-charged'], to: 'client' },
      'fee-failed': { name: text.names['fee-failed'], to: 'client' },
      'money-without-place': { name: text.names['money-without-place'], to: 'business' },
      'booking-disputed': { name: text.names['booking-disputed'], to: 'business' },
      'booking-refund-failed': { name: text.names['booking-refund-failed'], to: 'business' },
      'fee-not-collected': { name: text.names['fee-not-collected'], to: 'business' },
    },
  },
  {
    title: text.groups.plans,
    templates: {
      'plan-purchased': { name: text.names['plan-purchased'], to: 'client' },
      'plan-started': { name: text.names['plan-started'], to: 'client' },
      'trial-started': { name: text.names['trial-started'], to: 'client' },
      'trial-ending': { name: text.names['trial-ending'], to: 'client' },
      'renewal-reminder': { name: text.names['renewal-reminder'], to: 'client' },
      'renewal-canceled': { name: text.names['renewal-canceled'], to: 'client' },
      'plan-paused': { name: text.names['plan-paused'], to: 'client' },
      'plan-resumed': { name: text.names['plan-resumed'], to: 'client' },
      'plan-extended': { name: text.names['plan-extended'], to: 'client' },
      'plan-ending': { name: text.names['plan-ending'], to: 'client' },
      'plan-ended': { name: text.names['plan-ended'], to: 'client' },
      'plan-canceled': { name: text.names['plan-canceled'], to: 'client' },
      'offline-order-created': { name: text.names['offline-order-created'], to: 'client' },
      'new-order': { name: text.names['new-order'], to: 'business' },
      'member-canceled': { name: text.names['member-canceled'], to: 'business' },
    },
  },
  {
    title: text.groups.planPayments,
    templates: {
      'payment-receipt': { name: text.names['payment-receipt'], to: 'client' },
      'offline-order-paid': { name: text.names['offline-order-paid'], to: 'client' },
      'payment-failed': { name: text.names['payment-failed'], to: 'client' },
      'payment-failed-again': { name: text.names['payment-failed-again'], to: 'client' },
      'payment-action-needed': { name: text.names['payment-action-needed'], to: 'client' },
      'plan-canceled-payment': { name: text.names['plan-canceled-payment'], to: 'client' },
      'refund-issued': { name: text.names['refund-issued'], to: 'client' },
      'card-expiring': { name: text.names['card-expiring'], to: 'client' },
      'payment-failed-final': { name: text.names['payment-failed-final'], to: 'business' },
      'dispute-opened': { name: text.names['dispute-opened'], to: 'business' },
      'late-success-refunded': { name: text.names['late-success-refunded'], to: 'business' },
      'unclaimed-payment': { name: text.names['unclaimed-payment'], to: 'business' },
      'clock-is-wrong': { name: text.names['clock-is-wrong'], to: 'business' },
      'charges-stopped': { name: text.names['charges-stopped'], to: 'business' },
    },
  },
  {
    title: text.groups.members,
    templates: {
      WELCOME: { name: text.names.WELCOME, to: 'client' },
      BIRTHDAY: { name: text.names.BIRTHDAY, to: 'client' },
      VERIFY_EMAIL_CODE: { name: text.names.VERIFY_EMAIL_CODE, to: 'client' },
      SIGN_IN_CODE: { name: text.names.SIGN_IN_CODE, to: 'client' },
      APPROVAL_PENDING: { name: text.names.APPROVAL_PENDING, to: 'client' },
      MEMBER_APPROVED: { name: text.names.MEMBER_APPROVED, to: 'client' },
      SET_PASSWORD: { name: text.names.SET_PASSWORD, to: 'client' },
      PASSWORD_RESET: { name: text.names.PASSWORD_RESET, to: 'client' },
      PASSWORD_CHANGED: { name: text.names.PASSWORD_CHANGED, to: 'client' },
      EMAIL_CHANGE_CODE: { name: text.names.EMAIL_CHANGE_CODE, to: 'client' },
      EMAIL_CHANGED: { name: text.names.EMAIL_CHANGED, to: 'client' },
      FACTOR_CHANGED: { name: text.names.FACTOR_CHANGED, to: 'client' },
      SIGN_IN_LOCKED: { name: text.names.SIGN_IN_LOCKED, to: 'client' },
      NEW_DEVICE: { name: text.names.NEW_DEVICE, to: 'client' },
      REGISTER_EXISTING: { name: text.names.REGISTER_EXISTING, to: 'client' },
      ACCOUNT_DELETED: { name: text.names.ACCOUNT_DELETED, to: 'client' },
      APPROVAL_REQUESTED: { name: text.names.APPROVAL_REQUESTED, to: 'business' },
      MEMBERS_REPORTED: { name: text.names.MEMBERS_REPORTED, to: 'business' },
      'contact-message': { name: text.names['contact-message'], to: 'business' },
    },
  },
  {
    title: text.groups.team,
    templates: {
      OWNER_INVITATION: { name: text.names.OWNER_INVITATION, to: 'business' },
      OWNER_PASSWORD_RESET: { name: text.names.OWNER_PASSWORD_RESET, to: 'business' },
      'calendar-broken': { name: text.names['calendar-broken'], to: 'business' },
      'time-off-requested': { name: text.names['time-off-requested'], to: 'business' },
      'time-off-approved': { name: text.names['time-off-approved'], to: 'business' },
      'time-off-declined': { name: text.names['time-off-declined'], to: 'business' },
      'staff-invitation': { name: text.names['staff-invitation'], to: 'business' },
    },
  },
]

const names: Readonly<Record<string, TemplateName>> = Object.assign({}, ...templateGroups.map(({ templates }) => templates))
/** The name of an email; its id for one without a name. */
export const templateName = (template: string): string => names[template]?.name ?? (template === 'template-test' ? text.test : template)

/** The label of a variable: `nextPaymentDate` is “Next payment date”. */
export function variableLabel(name: string): string {
  const words = name
    .replace(/(Text|Plain)$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.variables[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
