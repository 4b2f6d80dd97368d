/** The screens of the dashboard, as its menus show them. */
import {
  IconBrowser,
  IconCalendar,
  IconCalendarTime,
  IconCash,
  IconChartBar,
  IconHome,
  IconId,
  IconMail,
  IconPalette,
  IconPhoto,
  IconSettings,
  IconSparkles,
  IconTicket,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { OperationName } from '#web/operations.ts'
import type { ScreenPath } from './search-params.ts'

export interface NavItem {
  to: ScreenPath
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  exact?: boolean
  /** What the screen asks first: without the permission for it the screen is not shown. */
  operation?: OperationName
}
export const primaryItems: NavItem[] = [
  { to: '/dashboard', label: 'Today', icon: IconHome, exact: true },
  { to: '/dashboard/calendar', label: 'Calendar', icon: IconCalendar, operation: 'bookingPages.calendar' },
  { to: '/dashboard/bookings', label: 'Bookings', icon: IconTicket, operation: 'extendedBookings.queryExtendedBookings' },
  { to: '/dashboard/members', label: 'Members', icon: IconUsers, operation: 'members.queryMembers' },
]
const catalogItems: NavItem[] = [
  { to: '/dashboard/services', label: 'Services', icon: IconSparkles, operation: 'services.queryServices' },
  { to: '/dashboard/staff', label: 'Staff and hours', icon: IconUsersGroup, operation: 'staff.queryStaffMembers' },
  { to: '/dashboard/plans', label: 'Plans', icon: IconId, operation: 'plans.listPlans' },
]
const businessItems: NavItem[] = [
  { to: '/dashboard/money', label: 'Money', icon: IconCash, operation: 'moneyLists.listPayments' },
  { to: '/dashboard/insights', label: 'Insights', icon: IconChartBar, operation: 'insights.getRecurringRevenue' },
  { to: '/dashboard/forecast', label: 'Billing forecast', icon: IconCalendarTime, operation: 'simulations.startSimulation' },
]
const siteItems: NavItem[] = [
  { to: '/dashboard/website', label: 'Site editor', icon: IconBrowser, operation: 'website.getDraft' },
  { to: '/dashboard/media', label: 'Media', icon: IconPhoto, operation: 'media.listPictures' },
  { to: '/dashboard/emails', label: 'Messages', icon: IconMail, operation: 'emails.listEmails' },
  { to: '/dashboard/site', label: 'Site', icon: IconPalette, operation: 'setup.updateSiteSettings' },
  { to: '/dashboard/settings', label: 'Settings', icon: IconSettings },
]
export const navGroups: [string | undefined, NavItem[]][] = [
  [undefined, primaryItems],
  ['Catalog', catalogItems],
  ['Business', businessItems],
  ['Site', siteItems],
]

/** The menu items of a user who may call these operations. */
export const allowedItems = (may: (operation: OperationName) => boolean, items: readonly NavItem[]): NavItem[] =>
  items.filter(({ operation }) => operation === undefined || may(operation))

/** The menu item of a screen. */
export const findNavItem = (to: string): NavItem | undefined => navGroups.flatMap(([, items]) => items).find((item) => item.to === to)
