/** Table of contents: operations, handlers, reactions, jobs, sweeps and mails of each domain. Nothing is found by itself; all is listed. */
import { availabilityApi } from '#domains/availability/contract.ts'
import { availabilityHandlers } from '#domains/availability/handlers.ts'
import { anonymousBookingsApi, attendanceApi, bookingPagesApi, bookingsApi, extendedBookingsApi } from '#domains/bookings/contract.ts'
import { anonymousBookingsHandlers, attendanceHandlers, bookingPagesHandlers, bookingsHandlers, extendedBookingsHandlers } from '#domains/bookings/handlers.ts'
import { bookingsMails } from '#domains/bookings/mails.ts'
import { bookingsSweeps } from '#domains/bookings/sweeps.ts'
import { houseApi } from '#domains/house/contract.ts'
import { houseHandlersWith } from '#domains/house/handlers.ts'
import { letterJob, webhookJob } from '#domains/house/reactions.ts'
import { buildTestHooks, type HookParts } from '#domains/house/test-hooks.ts'
import { identityApi } from '#domains/identity/contract.ts'
import { identityHandlers } from '#domains/identity/handlers.ts'
import { identityMails } from '#domains/identity/mails.ts'
import { followMember, identityForMember } from '#domains/identity/public.ts'
import { identitySweeps } from '#domains/identity/sweeps.ts'
import { membersApi } from '#domains/members/contract.ts'
import { followStanding, makeIdentity, mayBlock, mayDelete } from '#domains/members/asks.ts'
import { membersHandlers } from '#domains/members/handlers.ts'
import { membersMails } from '#domains/members/mails.ts'
import { membersJobs } from '#domains/members/reactions.ts'
import { membersSweeps } from '#domains/members/sweeps.ts'
import { checkoutApi, ordersApi } from '#domains/orders/contract.ts'
import { checkoutHandlers, ordersHandlers } from '#domains/orders/handlers.ts'
import { ordersMails } from '#domains/orders/mails.ts'
import { endOrdersOf, objectionToBlock, stopRenewalsOf } from '#domains/orders/public.ts'
import { ordersJobs } from '#domains/orders/reactions.ts'
import { ordersSweeps } from '#domains/orders/sweeps.ts'
import { plansApi } from '#domains/plans/contract.ts'
import { plansHandlers } from '#domains/plans/handlers.ts'
import { redirectsApi } from '#domains/redirects/contract.ts'
import { redirectsHandlers } from '#domains/redirects/handlers.ts'
import { redirectsSweeps } from '#domains/redirects/sweeps.ts'
import { leaveResources, needsType } from '#domains/staff/asks.ts'
import { addOnsApi, bookingsSettingsApi, optionsApi, servicesApi } from '#domains/services/contract.ts'
import { addOnsHandlers, bookingsSettingsHandlers, optionsHandlers, servicesHandlers } from '#domains/services/handlers.ts'
import { dropResources, typeIsNeeded } from '#domains/services/public.ts'
import { staffApi } from '#domains/staff/contract.ts'
import { staffHandlers } from '#domains/staff/handlers.ts'
import { staffMails } from '#domains/staff/mails.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { MailTemplates } from '#kit/mail/render.ts'
import { type Mountable, mountable } from '#kit/mount.ts'
import type { JobHandler, Sweep } from '#kit/work/runner.ts'
import { eventById, type SavedEvent } from '#kit/work/unit.ts'

/** In the order of the street. */
export const mountables: readonly Mountable[] = [
  mountable('members', membersApi, membersHandlers),
  mountable('identity', identityApi, identityHandlers),
  mountable('plans', plansApi, plansHandlers),
  mountable('orders', ordersApi, ordersHandlers),
  mountable('checkout', checkoutApi, checkoutHandlers),
  mountable('staff', staffApi, staffHandlers),
  mountable('services', servicesApi, servicesHandlers),
  mountable('serviceOptions', optionsApi, optionsHandlers),
  mountable('addOns', addOnsApi, addOnsHandlers),
  mountable('bookingsSettings', bookingsSettingsApi, bookingsSettingsHandlers),
  mountable('availability', availabilityApi, availabilityHandlers),
  mountable('bookings', bookingsApi, bookingsHandlers),
  mountable('extendedBookings', extendedBookingsApi, extendedBookingsHandlers),
  mountable('attendance', attendanceApi, attendanceHandlers),
  mountable('bookingPages', bookingPagesApi, bookingPagesHandlers),
  mountable('anonymousBookings', anonymousBookingsApi, anonymousBookingsHandlers),
  mountable('redirects', redirectsApi, redirectsHandlers),
]

/** The house itself and, when asked for, the test hooks: bound to the running server. */
export const houseMountables = (parts: HookParts & { testHooks: boolean }): Mountable[] => [
  mountable('house', houseApi, houseHandlersWith(parts.callAsOwner)),
  ...(parts.testHooks ? [buildTestHooks(parts)] : []),
]

/** What the left asks and the right answers. */
mayBlock.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
mayDelete.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
makeIdentity.answer(identityForMember)
followStanding.answer(followMember)
followStanding.answer(async (ctx, { memberId, change, byMember }) => {
  if (change === 'blocked') await stopRenewalsOf(ctx, memberId)
  if (change === 'deleted') await endOrdersOf(ctx, memberId, byMember)
})
leaveResources.answer((ctx, { resourceIds }) => dropResources(ctx, resourceIds))
needsType.answer((ctx, { typeId }) => typeIsNeeded(ctx, typeId))

type Reaction = (ctx: Ctx, event: SavedEvent) => Promise<void>
/** Event type → what follows, by domain. */
const reactions: Readonly<Record<string, Readonly<Record<string, Reaction>>>> = {}

export const reactionsTo = (type: string): readonly string[] => Object.keys(reactions[type] ?? {}).map((domain) => `${domain}.${type}`)

const reactionJobs: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(reactions).flatMap(([type, byDomain]) =>
    Object.entries(byDomain).map(
      ([domain, react]) =>
        [`reaction:${domain}.${type}`, async (ctx: Ctx, { eventId }: { eventId: string }) => react(ctx, await eventById(ctx, eventId))] as const,
    ),
  ),
)

const mails: MailTemplates = { ...membersMails, ...identityMails, ...ordersMails, ...staffMails, ...bookingsMails }
export const jobs: Readonly<Record<string, JobHandler>> = { ...membersJobs, ...ordersJobs, ...reactionJobs, letter: letterJob(mails), webhook: webhookJob }
export const sweeps: readonly Sweep[] = [...membersSweeps, ...identitySweeps, ...ordersSweeps, ...bookingsSweeps, ...redirectsSweeps]
