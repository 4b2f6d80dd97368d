/** What the emails are called on the dashboard, and who gets them. */

interface TemplateName {
  name: string
  /** The people of the business, or a client or member. */
  to: 'client' | 'business'
}
export const templateGroups: readonly { title: string; templates: Readonly<Record<string, TemplateName>> }[] = [
  {
    title: 'Bookings',
    templates: {
      'booking-confirmed': { name: 'Booking confirmed', to: 'client' },
      'booking-requested': { name: 'Booking request received', to: 'client' },
      'booking-declined': { name: 'Booking request declined', to: 'client' },
      'booking-reminder': { name: 'Reminder before a booking', to: 'client' },
      'booking-follow-up': { name: 'Thank you after a visit', to: 'client' },
      'booking-rescheduled': { name: 'Booking rescheduled', to: 'client' },
      'booking-changed': { name: 'Booking changed', to: 'client' },
      'booking-participants-changed': { name: 'Number of people changed', to: 'client' },
      'booking-canceled': { name: 'Booking cancelled', to: 'client' },
      'no-show': { name: 'Missed booking', to: 'client' },
      'visit-missed': { name: 'Not seen for a while', to: 'client' },
      'session-message': { name: 'Message to a session', to: 'client' },
      'waitlist-joined': { name: 'Joined the waitlist', to: 'client' },
      'waitlist-offer': { name: 'A spot opened up', to: 'client' },
      'waitlist-missed': { name: 'Offered spot expired', to: 'client' },
      'waitlist-closed': { name: 'Waitlist closed', to: 'client' },
      'new-booking': { name: 'New booking', to: 'business' },
      'booking-request': { name: 'New booking request', to: 'business' },
      'booking-canceled-by-customer': { name: 'Client cancelled', to: 'business' },
      'booking-rescheduled-by-customer': { name: 'Client rescheduled', to: 'business' },
      'double-booking': { name: 'Double booking', to: 'business' },
    },
  },
  {
    title: 'Payments for bookings',
    templates: {
      'payment-receipt-booking': { name: 'Receipt for a booking', to: 'client' },
      'payment-returned': { name: 'Payment returned', to: 'client' },
      'booking-refunded': { name: 'Booking refunded', to: 'client' },
      'fee-charged': { name: 'Cancellation fee charged', to: 'client' },
      'fee-failed': { name: 'Cancellation fee not paid', to: 'client' },
      'money-without-place': { name: 'Late payment refunded', to: 'business' },
      'booking-disputed': { name: 'Booking payment disputed', to: 'business' },
      'booking-refund-failed': { name: 'Refund failed', to: 'business' },
      'fee-not-collected': { name: 'Fee not collected', to: 'business' },
    },
  },
  {
    title: 'Plans',
    templates: {
      'plan-purchased': { name: 'Plan bought', to: 'client' },
      'plan-started': { name: 'Plan started', to: 'client' },
      'trial-started': { name: 'Free trial started', to: 'client' },
      'trial-ending': { name: 'Free trial ends soon', to: 'client' },
      'renewal-reminder': { name: 'Plan renews soon', to: 'client' },
      'renewal-canceled': { name: 'Renewal cancelled', to: 'client' },
      'plan-paused': { name: 'Plan paused', to: 'client' },
      'plan-resumed': { name: 'Plan resumed', to: 'client' },
      'plan-extended': { name: 'Plan extended', to: 'client' },
      'plan-ending': { name: 'Plan ends soon', to: 'client' },
      'plan-ended': { name: 'Plan ended', to: 'client' },
      'plan-canceled': { name: 'Plan cancelled', to: 'client' },
      'offline-order-created': { name: 'Plan sold in person', to: 'client' },
      'new-order': { name: 'New order', to: 'business' },
      'member-canceled': { name: 'Member cancelled', to: 'business' },
    },
  },
  {
    title: 'Payments for plans',
    templates: {
      'payment-receipt': { name: 'Receipt for a plan', to: 'client' },
      'offline-order-paid': { name: 'Payment in person received', to: 'client' },
      'payment-failed': { name: 'Payment failed', to: 'client' },
      'payment-failed-again': { name: 'Final payment attempt', to: 'client' },
      'payment-action-needed': { name: 'Payment needs confirmation', to: 'client' },
      'plan-canceled-payment': { name: 'Plan ended: unpaid', to: 'client' },
      'refund-issued': { name: 'Plan refunded', to: 'client' },
      'card-expiring': { name: 'Card expires soon', to: 'client' },
      'payment-failed-final': { name: 'Member’s plan ended: unpaid', to: 'business' },
      'dispute-opened': { name: 'Plan payment disputed', to: 'business' },
      'late-success-refunded': { name: 'Late plan payment refunded', to: 'business' },
      'unclaimed-payment': { name: 'Unmatched payment', to: 'business' },
      'clock-is-wrong': { name: 'Payments paused: server clock', to: 'business' },
      'charges-stopped': { name: 'Payments paused', to: 'business' },
    },
  },
  {
    title: 'Members and sign-in',
    templates: {
      WELCOME: { name: 'Welcome', to: 'client' },
      BIRTHDAY: { name: 'Birthday', to: 'client' },
      VERIFY_EMAIL_CODE: { name: 'Code to verify an email address', to: 'client' },
      SIGN_IN_CODE: { name: 'Sign-in code', to: 'client' },
      APPROVAL_PENDING: { name: 'Sign-up waits for approval', to: 'client' },
      MEMBER_APPROVED: { name: 'Member approved', to: 'client' },
      SET_PASSWORD: { name: 'Account created', to: 'client' },
      PASSWORD_RESET: { name: 'Reset password', to: 'client' },
      PASSWORD_CHANGED: { name: 'Password changed', to: 'client' },
      EMAIL_CHANGE_CODE: { name: 'Code to change the email address', to: 'client' },
      EMAIL_CHANGED: { name: 'Email address changed', to: 'client' },
      FACTOR_CHANGED: { name: 'Two-step verification changed', to: 'client' },
      SIGN_IN_LOCKED: { name: 'Several failed sign-ins', to: 'client' },
      NEW_DEVICE: { name: 'Sign-in with a new device', to: 'client' },
      REGISTER_EXISTING: { name: 'Account already exists', to: 'client' },
      ACCOUNT_DELETED: { name: 'Account deleted', to: 'client' },
      APPROVAL_REQUESTED: { name: 'New member waiting for approval', to: 'business' },
      MEMBERS_REPORTED: { name: 'Member reported', to: 'business' },
      'contact-message': { name: 'Message from your site', to: 'business' },
    },
  },
  {
    title: 'Team',
    templates: {
      OWNER_INVITATION: { name: 'Invitation to the dashboard', to: 'business' },
      OWNER_PASSWORD_RESET: { name: 'Reset dashboard password', to: 'business' },
      'calendar-broken': { name: 'Connected calendar can’t be read', to: 'business' },
      'time-off-requested': { name: 'Request for time off', to: 'business' },
      'time-off-approved': { name: 'Time off approved', to: 'business' },
      'time-off-declined': { name: 'Time off declined', to: 'business' },
      'staff-invitation': { name: 'Invitation to manage the calendar', to: 'business' },
    },
  },
]

const names: Readonly<Record<string, TemplateName>> = Object.assign({}, ...templateGroups.map(({ templates }) => templates))
/** The name of an email; its id for one without a name. */
export const templateName = (template: string): string => names[template]?.name ?? (template === 'template-test' ? 'Test' : template)

const variableNames: Readonly<Record<string, string>> = {
  siteName: 'Business name',
  customerFirstName: 'First name',
  customerName: 'Client',
  memberName: 'Name',
  member: 'Member',
  when: 'What and when',
  where: 'Where and with whom',
  calendar: 'Add to calendar',
  online: 'Join online',
  policyText: 'Booking policy',
  ownerMessage: 'Your message',
  manageLink: 'Link to the booking',
  orderLink: 'Link to the plan',
  messageSubject: 'Subject of your message',
  sessionMessage: 'Text of your message',
  inviter: 'Inviter',
  cardLast4: 'Last digits of the card',
  requestIp: 'IP address',
  ip: 'IP address',
}
/** The label of a variable: `nextPaymentDate` is “Next payment date”. */
export function variableLabel(name: string): string {
  const words = name
    .replace(/(Text|Plain)$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return variableNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
