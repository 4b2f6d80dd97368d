/** What can be done and opened from everywhere by typing: actions and screens, each with the operation that it needs. */
import type { OperationName } from '#web/operations.ts'
import type { ScreenLink } from '../search-params.ts'

export interface Command {
  label: string
  /** What else people call it: found by these words too, but not shown. */
  words?: string
  /** Where it is, shown behind the label. */
  at?: string
  /** What it calls first: without the permission for all of it, it is not offered. */
  operation?: OperationName | readonly OperationName[]
  link: ScreenLink
}

export const actions: readonly Command[] = [
  {
    label: 'New booking',
    words: 'add appointment reserve client',
    operation: ['bookings.createBooking', 'extendedBookings.queryExtendedBookings'],
    link: { to: '/dashboard/bookings', search: { new: 'booking' } },
  },
  {
    label: 'New member',
    words: 'add client customer person',
    operation: ['members.createMember', 'members.queryMembers'],
    link: { to: '/dashboard/members', search: { new: 'member' } },
  },
  {
    label: 'Sell a plan',
    words: 'new subscription order membership pass',
    operation: ['orders.createOfflineOrder', 'orders.managementListOrders', 'plans.listPlans'],
    link: { to: '/dashboard/plans', search: { tab: 'subscriptions', edit: 'order' } },
  },
  {
    label: 'Block time',
    words: 'time off holiday absence vacation busy',
    operation: ['availability.createEvent', 'bookingPages.calendar'],
    link: { to: '/dashboard/calendar', search: { new: 'blocked' } },
  },
  {
    label: 'New service',
    words: 'add class course appointment type',
    operation: ['services.createCompleteService', 'services.queryServices'],
    link: { to: '/dashboard/services', search: { edit: 'new' } },
  },
  {
    label: 'New plan',
    words: 'add membership pass package',
    operation: ['plans.createPlan', 'plans.listPlans'],
    link: { to: '/dashboard/plans', search: { edit: 'new' } },
  },
  {
    label: 'Add staff member',
    words: 'new teacher colleague employee',
    operation: ['staff.createStaffMember', 'staff.queryStaffMembers'],
    link: { to: '/dashboard/staff', search: { open: 'new' } },
  },
  {
    label: 'Check in clients',
    words: 'door attendance tablet scan',
    operation: ['attendance.setAttendance', 'bookingPages.calendar'],
    link: { to: '/dashboard/check-in' },
  },
  {
    label: 'Import members',
    words: 'csv upload file',
    operation: 'imports.uploadImport',
    link: { to: '/dashboard/settings', search: { tab: 'data', import: 'MEMBERS' } },
  },
  {
    label: 'Import from another system',
    words: 'csv upload file wix mindbody momence move migrate subscriptions bookings services plans',
    operation: 'imports.uploadImport',
    link: { to: '/dashboard/settings', search: { tab: 'data', import: 'new' } },
  },
]

const money = (label: string, tab: string, words?: string): Command => ({
  label,
  at: 'Money',
  operation: 'moneyLists.listPayments',
  link: { to: '/dashboard/money', search: { tab } },
  ...(words ? { words } : {}),
})
const insight = (label: string, tab: string, words: string, operation: OperationName): Command => ({
  label,
  at: 'Insights',
  words,
  operation: ['insights.getRecurringRevenue', operation],
  link: { to: '/dashboard/insights', search: { tab } },
})
const setting = (label: string, tab: string, words: string, operation?: OperationName): Command => ({
  label,
  at: 'Settings',
  words,
  link: { to: '/dashboard/settings', search: { tab } },
  ...(operation ? { operation } : {}),
})
const staff = (label: string, tab: string, words: string): Command => ({
  label,
  at: 'Staff and hours',
  words,
  operation: 'staff.queryStaffMembers',
  link: { to: '/dashboard/staff', search: { tab } },
})

/** Tabs of screens; the screens themselves come from the menu. */
export const places: readonly Command[] = [
  {
    label: 'Booking requests',
    at: 'Bookings',
    words: 'pending approve',
    operation: 'extendedBookings.queryExtendedBookings',
    link: { to: '/dashboard/bookings', search: { tab: 'requests' } },
  },
  {
    label: 'Waitlist',
    at: 'Bookings',
    words: 'waiting list',
    operation: 'extendedBookings.queryExtendedBookings',
    link: { to: '/dashboard/bookings', search: { tab: 'waitlist' } },
  },
  {
    label: 'Contacts',
    at: 'Members',
    words: 'guests people without account',
    operation: ['members.queryMembers', 'contacts.queryContacts'],
    link: { to: '/dashboard/members', search: { tab: 'contacts' } },
  },
  {
    label: 'Subscriptions',
    at: 'Plans',
    words: 'orders memberships passes',
    operation: ['plans.listPlans', 'orders.managementListOrders'],
    link: { to: '/dashboard/plans', search: { tab: 'subscriptions' } },
  },
  {
    label: 'Coupons',
    at: 'Plans',
    words: 'discount voucher promo code',
    operation: 'plans.listPlans',
    link: { to: '/dashboard/plans', search: { tab: 'coupons' } },
  },
  {
    label: 'Categories',
    at: 'Services',
    words: 'groups order',
    operation: 'services.queryServices',
    link: { to: '/dashboard/services', search: { tab: 'categories' } },
  },
  {
    label: 'Booking policies',
    at: 'Services',
    words: 'rules cancel reschedule window late fee',
    operation: 'services.queryServices',
    link: { to: '/dashboard/services', search: { tab: 'rules' } },
  },
  {
    label: 'Add-ons',
    at: 'Services',
    words: 'extras upsell',
    operation: ['services.queryServices', 'addOns.queryAddOnsByPost'],
    link: { to: '/dashboard/services', search: { tab: 'add-ons' } },
  },
  {
    label: 'Forms',
    at: 'Services',
    words: 'intake questions answers waiver consent signature',
    operation: ['services.queryServices', 'forms.listForms'],
    link: { to: '/dashboard/services', search: { tab: 'forms' } },
  },
  staff('Rooms', 'rooms', 'resources equipment'),
  staff('Locations', 'places', 'address branch studio'),
  staff('Time off', 'time-off', 'holiday vacation absence request approve'),
  staff('Business hours', 'hours', 'opening times closing days holidays special'),
  money('Payments', 'payments', 'received sales revenue'),
  money('Refunds', 'refunds', 'money back'),
  money('Disputes', 'disputes', 'chargeback'),
  money('Failed payments', 'retries', 'retry declined card dunning'),
  {
    label: 'Payouts',
    at: 'Money',
    words: 'bank stripe transfer',
    operation: 'payouts.listPayouts',
    link: { to: '/dashboard/money', search: { tab: 'payouts' } },
  },
  money('Ledger', 'ledger', 'accounts books'),
  money('Receipts', 'receipts', 'invoices documents'),
  money('Checks', 'checks', 'nightly audit issues'),
  money('Tax and terms', 'tax', 'vat sales tax'),
  insight('Revenue', 'revenue', 'sales income by service plan staff location', 'insights.getRevenue'),
  insight('Attendance', 'sessions', 'fill rate no-shows busy hours', 'reports.getSessionStatistics'),
  insight('New and returning clients', 'clients', 'lapsed retention', 'reports.getClientMovements'),
  insight('Waitlist demand', 'waitlists', 'full classes', 'reports.getWaitlistDemand'),
  {
    label: 'Bookings and reminders ahead',
    at: 'Billing forecast',
    words: 'coming days collect credits emails forecast',
    operation: 'bookingForecast.getBookingForecast',
    link: { to: '/dashboard/forecast', search: { tab: 'bookings' } },
  },
  {
    label: 'Email templates',
    at: 'Messages',
    words: 'texts wording subject',
    operation: 'emails.listEmails',
    link: { to: '/dashboard/emails', search: { tab: 'templates' } },
  },
  {
    label: 'Reminders and follow-ups',
    at: 'Messages',
    words: 'schedule before after birthday',
    operation: 'emails.listEmails',
    link: { to: '/dashboard/emails', search: { tab: 'reminders' } },
  },
  {
    label: 'Text messages',
    at: 'Messages',
    words: 'sms texts quiet hours stop',
    operation: 'texts.listTexts',
    link: { to: '/dashboard/emails', search: { tab: 'texts' } },
  },
  setting('Business', 'business', 'time zone currency language week', 'setup.updateSiteSettings'),
  setting('Sign-in', 'sign-in', 'login password captcha providers google', 'identity.getSignOnPolicy'),
  setting('Member fields and privacy', 'members', 'custom fields badges roles community slugs', 'customFields.listCustomFields'),
  setting('Team', 'people', 'collaborators colleagues permissions rights invite', 'collaborators.listCollaborators'),
  setting('Email, texts and payments', 'connections', 'smtp mail server stripe card provider connect sms twilio', 'connections.getConnections'),
  setting('Integrations', 'programs', 'api keys webhooks developers', 'identity.listApiKeys'),
  setting('Data', 'data', 'import export download everything archive move', 'imports.listImports'),
  setting('Activity log', 'log', 'audit history who did', 'identity.listAuditLog'),
  setting('My account', 'mine', 'my password second step sign out devices'),
]
