import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { canSendEmail } from '#domains/notifications/public.ts'
import { type Language, matchLanguage, translate } from '#kit/pure/languages.ts'
import { getPaymentSetup } from '#kit/payments/providers.ts'
import { findToday, loadTodayAppointments, loadTodaySessions } from './today-sessions.ts'
import { loadWeekFigures } from './week-figures.ts'
import { getViewer } from '#domains/bookings/public.ts'
import { visibleSources } from '../rules/notifications.ts'
import { stepNames } from '../rules/today-texts.ts'
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
    checklist: listSetupSteps(
      { ...done, payments: (await getPaymentSetup(ctx)).provider === 'stripe', email: await canSendEmail(ctx) },
      matchLanguage(ctx.headers['accept-language']) ?? 'en',
    ),
  }
}

const listSetupSteps = (done: store.SetupSteps & { payments: boolean; email: boolean }, language: Language): Reply<typeof reportsApi.getToday>['checklist'] => [
  { label: translate(stepNames.hours, language), done: done.hours, href: '/dashboard/staff', tab: 'hours' },
  { label: translate(stepNames.staff, language), done: done.staff, href: '/dashboard/staff' },
  { label: translate(stepNames.services, language), done: done.services, href: '/dashboard/services' },
  { label: translate(stepNames.plans, language), done: done.plans, href: '/dashboard/plans' },
  { label: translate(stepNames.look, language), done: done.look, href: '/dashboard/site' },
  { label: translate(stepNames.payments, language), done: done.payments, href: '/dashboard/settings', tab: 'connections' },
  { label: translate(stepNames.email, language), done: done.email, href: '/dashboard/settings', tab: 'connections' },
  { label: translate(stepNames.booking, language), done: done.booking, href: '/dashboard/bookings' },
]
