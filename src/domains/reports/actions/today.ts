import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { canSendEmail } from '#domains/notifications/public.ts'
import { getPaymentSetup } from '#kit/payments/providers.ts'
import { findToday, loadTodayAppointments, loadTodaySessions } from './today-sessions.ts'
import { loadWeekFigures } from './week-figures.ts'
import { getViewer } from '#domains/bookings/public.ts'
import { visibleSources } from '../rules/notifications.ts'
import * as store from '../store/today.ts'

/** The owner's start page: open tasks, the next sessions, figures of the week and remaining setup steps. */
export async function loadToday(ctx: ReadContext): Promise<Reply<typeof reportsApi.getToday>> {
  const mayNameClients = visibleSources(ctx.caller.permissions).includes('bookings') && (await getViewer(ctx)).all
  const [waiting, done] = [await store.countWaiting(ctx), await store.loadSetupSteps(ctx)]
  return {
    todaySessions: await loadTodaySessions(ctx),
    todayAppointments: await loadTodayAppointments(ctx),
    nextSessions: (await store.listNextSessions(ctx, (await findToday(ctx)).to)).map(({ client, ...session }) => ({
      ...session,
      ...(client && mayNameClients && { client }),
    })),
    waiting,
    ...(await loadWeekFigures(ctx)),
    checklist: listSetupSteps(done),
  }
}

/** Payments and email are of the server: its operator, or its first site, connects them. */
const listSetupSteps = (done: store.SetupSteps): Reply<typeof reportsApi.getToday>['checklist'] => [
  { label: 'Set your opening hours', done: done.hours, href: '/dashboard/staff', tab: 'hours' },
  { label: 'Add staff members', done: done.staff, href: '/dashboard/staff' },
  { label: 'Add your first service', done: done.services, href: '/dashboard/services' },
  { label: 'Add a pricing plan', done: done.plans, href: '/dashboard/plans' },
  { label: 'Choose an accent colour and a tagline', done: done.look, href: '/dashboard/site' },
  { label: 'Connect payments', done: getPaymentSetup().provider === 'stripe', href: '/dashboard/settings', tab: 'connections' },
  { label: 'Connect a mail server', done: canSendEmail(), href: '/dashboard/settings', tab: 'connections' },
  { label: 'Make a test booking', done: done.booking, href: '/dashboard/bookings' },
]
