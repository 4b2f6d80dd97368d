import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { loadTodaySessions } from './today-sessions.ts'
import * as store from '../store/today.ts'

/** The owner's start page: open tasks, the next sessions, figures of the week and remaining setup steps. */
export async function loadToday(ctx: ReadContext): Promise<Reply<typeof reportsApi.getToday>> {
  const [waiting, numbers, done] = [await store.countWaiting(ctx), await store.countWeek(ctx), await store.loadSetupSteps(ctx)]
  return {
    todaySessions: await loadTodaySessions(ctx),
    nextSessions: await store.listNextSessions(ctx),
    waiting,
    numbers: [
      { label: 'New members', value: numbers.members, previous: numbers.membersBefore },
      { label: 'Bookings made', value: numbers.bookings, previous: numbers.bookingsBefore },
      { label: 'Plans sold', value: numbers.orders, previous: numbers.ordersBefore },
      { label: 'Sign-ins', value: numbers.signIns, previous: numbers.signInsBefore },
    ],
    checklist: [
      { label: 'Add your first service', done: done.services, href: '/dashboard/services' },
      { label: 'Add a pricing plan', done: done.plans, href: '/dashboard/plans' },
      { label: 'Add staff members', done: done.staff, href: '/dashboard/staff' },
      { label: 'Choose an accent colour and a tagline', done: done.look, href: '/dashboard/site' },
    ],
  }
}
