/** What can be done and opened from everywhere by typing: actions and screens, each with the operation that it needs. */
import { currentMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import type { ScreenLink } from '../search-params.ts'
import { commandMessages } from './commands.messages.ts'

const text = currentMessages(commandMessages)

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
    ...text.actions.newBooking,
    operation: ['bookings.createBooking', 'extendedBookings.queryExtendedBookings'],
    link: { to: '/dashboard/bookings', search: { new: 'booking' } },
  },
  {
    ...text.actions.newMember,
    operation: ['members.createMember', 'members.queryMembers'],
    link: { to: '/dashboard/members', search: { new: 'member' } },
  },
  {
    ...text.actions.sellPlan,
    operation: ['orders.createOfflineOrder', 'orders.managementListOrders', 'plans.listPlans'],
    link: { to: '/dashboard/plans', search: { tab: 'subscriptions', edit: 'order' } },
  },
  {
    ...text.actions.blockTime,
    operation: ['availability.createEvent', 'bookingPages.calendar'],
    link: { to: '/dashboard/calendar', search: { new: 'blocked' } },
  },
  {
    ...text.actions.newService,
    operation: ['services.createCompleteService', 'services.queryServices'],
    link: { to: '/dashboard/services', search: { edit: 'new' } },
  },
  {
    ...text.actions.newPlan,
    operation: ['plans.createPlan', 'plans.listPlans'],
    link: { to: '/dashboard/plans', search: { edit: 'new' } },
  },
  {
    ...text.actions.addStaff,
    operation: ['staff.createStaffMember', 'staff.queryStaffMembers'],
    link: { to: '/dashboard/staff', search: { open: 'new' } },
  },
  {
    ...text.actions.checkIn,
    operation: ['attendance.setAttendance', 'bookingPages.calendar'],
    link: { to: '/dashboard/check-in' },
  },
  {
    ...text.actions.importMembers,
    operation: 'imports.uploadImport',
    link: { to: '/dashboard/settings', search: { tab: 'data', import: 'MEMBERS' } },
  },
  {
    ...text.actions.importAll,
    operation: 'imports.uploadImport',
    link: { to: '/dashboard/settings', search: { tab: 'data', import: 'new' } },
  },
]

type Named = Pick<Command, 'label' | 'words'>
const money = (named: Named, tab: string): Command => ({
  ...named,
  at: text.at.money,
  operation: 'moneyLists.listPayments',
  link: { to: '/dashboard/money', search: { tab } },
})
const insight = (named: Named, tab: string, operation: OperationName): Command => ({
  ...named,
  at: text.at.insights,
  operation: ['insights.getRecurringRevenue', operation],
  link: { to: '/dashboard/insights', search: { tab } },
})
const setting = (named: Named, tab: string, operation?: OperationName): Command => ({
  ...named,
  at: text.at.settings,
  link: { to: '/dashboard/settings', search: { tab } },
  ...(operation ? { operation } : {}),
})
const staff = (named: Named, tab: string): Command => ({
  ...named,
  at: text.at.staff,
  operation: 'staff.queryStaffMembers',
  link: { to: '/dashboard/staff', search: { tab } },
})

/** Tabs of screens; the screens themselves come from the menu. */
export const places: readonly Command[] = [
  {
    ...text.places.requests,
    at: text.at.bookings,
    operation: 'extendedBookings.queryExtendedBookings',
    link: { to: '/dashboard/bookings', search: { tab: 'requests' } },
  },
  {
    ...text.places.waitlist,
    at: text.at.bookings,
    operation: 'extendedBookings.queryExtendedBookings',
    link: { to: '/dashboard/bookings', search: { tab: 'waitlist' } },
  },
  {
    ...text.places.contacts,
    at: text.at.members,
    operation: ['members.queryMembers', 'contacts.queryContacts'],
    link: { to: '/dashboard/members', search: { tab: 'contacts' } },
  },
  {
    ...text.places.subscriptions,
    at: text.at.plans,
    operation: ['plans.listPlans', 'orders.managementListOrders'],
    link: { to: '/dashboard/plans', search: { tab: 'subscriptions' } },
  },
  {
    ...text.places.coupons,
    at: text.at.plans,
    operation: 'plans.listPlans',
    link: { to: '/dashboard/plans', search: { tab: 'coupons' } },
  },
  {
    ...text.places.categories,
    at: text.at.services,
    operation: 'services.queryServices',
    link: { to: '/dashboard/services', search: { tab: 'categories' } },
  },
  {
    ...text.places.policies,
    at: text.at.services,
    operation: 'services.queryServices',
    link: { to: '/dashboard/services', search: { tab: 'rules' } },
  },
  {
    ...text.places.addOns,
    at: text.at.services,
    operation: ['services.queryServices', 'addOns.queryAddOnsByPost'],
    link: { to: '/dashboard/services', search: { tab: 'add-ons' } },
  },
  {
    ...text.places.forms,
    at: text.at.services,
    operation: ['services.queryServices', 'forms.listForms'],
    link: { to: '/dashboard/services', search: { tab: 'forms' } },
  },
  staff(text.places.rooms, 'rooms'),
  staff(text.places.locations, 'places'),
  staff(text.places.timeOff, 'time-off'),
  staff(text.places.hours, 'hours'),
  money(text.places.payments, 'payments'),
  money(text.places.refunds, 'refunds'),
  money(text.places.disputes, 'disputes'),
  money(text.places.retries, 'retries'),
  {
    ...text.places.payouts,
    at: text.at.money,
    operation: 'payouts.listPayouts',
    link: { to: '/dashboard/money', search: { tab: 'payouts' } },
  },
  money(text.places.ledger, 'ledger'),
  money(text.places.receipts, 'receipts'),
  money(text.places.checks, 'checks'),
  money(text.places.tax, 'tax'),
  insight(text.places.revenue, 'revenue', 'insights.getRevenue'),
  insight(text.places.attendance, 'sessions', 'reports.getSessionStatistics'),
  insight(text.places.clients, 'clients', 'reports.getClientMovements'),
  insight(text.places.demand, 'waitlists', 'reports.getWaitlistDemand'),
  {
    ...text.places.ahead,
    at: text.at.forecast,
    operation: 'bookingForecast.getBookingForecast',
    link: { to: '/dashboard/forecast', search: { tab: 'bookings' } },
  },
  {
    ...text.places.templates,
    at: text.at.messages,
    operation: 'emails.listEmails',
    link: { to: '/dashboard/emails', search: { tab: 'templates' } },
  },
  {
    ...text.places.reminders,
    at: text.at.messages,
    operation: 'emails.listEmails',
    link: { to: '/dashboard/emails', search: { tab: 'reminders' } },
  },
  {
    ...text.places.texts,
    at: text.at.messages,
    operation: 'texts.listTexts',
    link: { to: '/dashboard/emails', search: { tab: 'texts' } },
  },
  setting(text.places.settingsBusiness, 'business', 'setup.updateSiteSettings'),
  setting(text.places.signIn, 'sign-in', 'identity.getSignOnPolicy'),
  setting(text.places.memberFields, 'members', 'customFields.listCustomFields'),
  setting(text.places.team, 'people', 'collaborators.listCollaborators'),
  setting(text.places.connections, 'connections', 'connections.getConnections'),
  setting(text.places.integrations, 'programs', 'identity.listApiKeys'),
  setting(text.places.data, 'data', 'imports.listImports'),
  setting(text.places.log, 'log', 'identity.listAuditLog'),
  setting(text.places.mine, 'mine'),
]
