/** The screens of the dashboard, as its menus show them. */
import {
  IconCalendar,
  IconCalendarTime,
  IconCash,
  IconChartBar,
  IconHome,
  IconId,
  IconMail,
  IconPalette,
  IconSettings,
  IconSparkles,
  IconTicket,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ScreenPath } from './search-params.ts'

export interface NavItem {
  to: ScreenPath
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  exact?: boolean
  /** The permission without which the screen is empty. */
  permission?: string
}
export const primaryItems: NavItem[] = [
  { to: '/dashboard', label: 'Today', icon: IconHome, exact: true },
  { to: '/dashboard/calendar', label: 'Calendar', icon: IconCalendar, permission: 'BOOKINGS.BOOKING_READ' },
  { to: '/dashboard/bookings', label: 'Bookings', icon: IconTicket, permission: 'BOOKINGS.BOOKING_READ' },
  { to: '/dashboard/members', label: 'Members', icon: IconUsers, permission: 'MEMBERS.MEMBER_READ' },
]
const catalogItems: NavItem[] = [
  { to: '/dashboard/services', label: 'Services', icon: IconSparkles, permission: 'BOOKINGS.SERVICES_READ' },
  { to: '/dashboard/staff', label: 'Staff and hours', icon: IconUsersGroup, permission: 'BOOKINGS.STAFF_MEMBER_READ' },
  { to: '/dashboard/plans', label: 'Plans', icon: IconId, permission: 'PRICING_PLANS.READ_PLANS' },
]
const businessItems: NavItem[] = [
  { to: '/dashboard/money', label: 'Money', icon: IconCash, permission: 'PRICING_PLANS.READ_ORDERS' },
  { to: '/dashboard/insights', label: 'Insights', icon: IconChartBar, permission: 'PRICING_PLANS.READ_ORDERS' },
  { to: '/dashboard/forecast', label: 'Billing forecast', icon: IconCalendarTime, permission: 'PRICING_PLANS.MANAGE_ORDERS' },
]
const siteItems: NavItem[] = [
  { to: '/dashboard/emails', label: 'Emails', icon: IconMail, permission: 'MEMBERS.MEMBER_READ' },
  { to: '/dashboard/site', label: 'Site', icon: IconPalette, permission: 'SITES.MANAGE' },
  { to: '/dashboard/settings', label: 'Settings', icon: IconSettings },
]
export const navGroups: [string | undefined, NavItem[]][] = [
  [undefined, primaryItems],
  ['Catalog', catalogItems],
  ['Business', businessItems],
  ['Site', siteItems],
]

/** The menu items for these permissions; null means all. */
export const allowedItems = (permissions: readonly string[] | null, items: readonly NavItem[]): NavItem[] =>
  items.filter(({ permission }) => !permission || !permissions || permissions.includes(permission))
