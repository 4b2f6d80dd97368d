/** Deletes a service with its sessions and bookings, and frees its slugs. Source: guide services-and-availability §6.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { removeServiceFromPlans } from '#domains/plans/public.ts'
import { onServiceDeleted, type ServiceDeletion } from '../hooks.ts'
import type { Service } from '../contract.ts'
import { serviceEvents } from '../events.ts'
import * as store from '../store/services.ts'
import { deleteOptionsOfService } from './options.ts'
import { showService } from './show-services.ts'

export interface DeleteServiceInput {
  preserveFutureSessionsWithParticipants?: boolean | null | undefined
  participantNotification?: ServiceDeletion['participantNotification'] | null
}

/** Answers the deleted service. Refuses with NOT_FOUND. */
export async function deleteService(ctx: TransactionContext, id: string, input: DeleteServiceInput): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const last = await showService(ctx, row)
  await deleteOptionsOfService(ctx, id)
  // Hooks still need the service: it is deleted after them.
  await onServiceDeleted.call(ctx, {
    serviceId: id,
    preserveFutureSessionsWithParticipants: input.preserveFutureSessionsWithParticipants ?? false,
    participantNotification: input.participantNotification ?? undefined,
  })
  const [current] = await store.servicesByIds(ctx, [id])
  if (!(await store.updateService(ctx, id, current?.revision ?? row.revision, { deletedAt: ctx.now }))) refuseStandard('CONFLICT')
  await store.deleteSlugs(ctx, id)
  await removeServiceFromPlans(ctx, id)
  ctx.emit(serviceEvents.deleted(id, last))
  return last
}
