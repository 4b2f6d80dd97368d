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
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import type { ScreenPath } from './search-params.ts'

const text = currentMessages(
  defineDashboardMessages(
    {
      today: 'Today',
      calendar: 'Calendar',
      bookings: 'Bookings',
      members: 'Members',
      services: 'Services',
      staff: 'Staff and hours',
      plans: 'Plans',
      money: 'Money',
      insights: 'Insights',
      forecast: 'Billing forecast',
      website: 'Site editor',
      media: 'Media',
      messages: 'Messages',
      site: 'Site',
      settings: 'Settings',
      catalog: 'Catalog',
      business: 'Business',
      siteGroup: 'Site',
    },
    {
      de: {
        today: 'Heute',
        calendar: 'Kalender',
        bookings: 'Buchungen',
        members: 'Mitglieder',
        services: 'Angebote',
        staff: 'Team und Zeiten',
        plans: 'Tarife',
        money: 'Zahlungen',
        insights: 'Auswertungen',
        forecast: 'Abrechnungsvorschau',
        website: 'Seiteneditor',
        media: 'Medien',
        messages: 'Nachrichten',
        site: 'Website',
        settings: 'Einstellungen',
        catalog: 'Katalog',
        business: 'Geschäft',
        siteGroup: 'Website',
      },
    },
  ),
)

export interface NavItem {
  to: ScreenPath
  label: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  exact?: boolean
  /** What the screen asks first: without the permission for it the screen is not shown. */
  operation?: OperationName
}
export const primaryItems: NavItem[] = [
  { to: '/dashboard', label: text.today, icon: IconHome, exact: true },
  { to: '/dashboard/calendar', label: text.calendar, icon: IconCalendar, operation: 'bookingPages.calendar' },
  { to: '/dashboard/bookings', label: text.bookings, icon: IconTicket, operation: 'extendedBookings.queryExtendedBookings' },
  { to: '/dashboard/members', label: text.members, icon: IconUsers, operation: 'members.queryMembers' },
]
const catalogItems: NavItem[] = [
  { to: '/dashboard/services', label: text.services, icon: IconSparkles, operation: 'services.queryServices' },
  { to: '/dashboard/staff', label: text.staff, icon: IconUsersGroup, operation: 'staff.queryStaffMembers' },
  { to: '/dashboard/plans', label: text.plans, icon: IconId, operation: 'plans.listPlans' },
]
const businessItems: NavItem[] = [
  { to: '/dashboard/money', label: text.money, icon: IconCash, operation: 'moneyLists.listPayments' },
  { to: '/dashboard/insights', label: text.insights, icon: IconChartBar, operation: 'insights.getRecurringRevenue' },
  { to: '/dashboard/forecast', label: text.forecast, icon: IconCalendarTime, operation: 'simulations.startSimulation' },
]
const siteItems: NavItem[] = [
  { to: '/dashboard/website', label: text.website, icon: IconBrowser, operation: 'website.getDraft' },
  { to: '/dashboard/media', label: text.media, icon: IconPhoto, operation: 'media.listPictures' },
  { to: '/dashboard/emails', label: text.messages, icon: IconMail, operation: 'emails.listEmails' },
  { to: '/dashboard/site', label: text.site, icon: IconPalette, operation: 'setup.updateSiteSettings' },
  { to: '/dashboard/settings', label: text.settings, icon: IconSettings },
]
export const navGroups: [string | undefined, NavItem[]][] = [
  [undefined, primaryItems],
  [text.catalog, catalogItems],
  [text.business, businessItems],
  [text.siteGroup, siteItems],
]

/** The menu items of a user who may call these operations. */
export const allowedItems = (may: (operation: OperationName) => boolean, items: readonly NavItem[]): NavItem[] =>
  items.filter(({ operation }) => operation === undefined || may(operation))

/** The menu item of a screen. */
export const findNavItem = (to: string): NavItem | undefined => navGroups.flatMap(([, items]) => items).find((item) => item.to === to)
