/** A service goes: its sessions and bookings follow, its addresses are free again. guide: services-and-availability 6.4 */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { removeServiceFromPlans } from '#domains/plans/public.ts'
import { followServiceEnd, type ServiceEnd } from '../asks.ts'
import type { Service } from '../contract.ts'
import { serviceEvents } from '../events.ts'
import * as store from '../store/services.ts'
import { showService } from './show-services.ts'

export interface Deletion {
  preserveFutureSessionsWithParticipants?: boolean | null | undefined
  participantNotification?: ServiceEnd['participantNotification'] | null
}

export async function deleteService(ctx: Ctx, id: string, how: Deletion): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const last = await showService(ctx, row)
  // Whoever follows still finds the service; it goes when they are done.
  await followServiceEnd.ask(ctx, {
    serviceId: id,
    preserveFutureSessionsWithParticipants: how.preserveFutureSessionsWithParticipants ?? false,
    participantNotification: how.participantNotification ?? undefined,
  })
  const [current] = await store.servicesByIds(ctx, [id])
  await store.updateService(ctx, id, current?.revision ?? row.revision, { deletedAt: ctx.now })
  await store.dropSlugs(ctx, id)
  await removeServiceFromPlans(ctx, id)
  ctx.announce(serviceEvents.deleted(id, last))
  return last
}
