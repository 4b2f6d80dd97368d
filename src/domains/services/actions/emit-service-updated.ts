/** Every change of a service ends here: the whole service is loaded once and one event is emitted. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Service } from '../contract.ts'
import { serviceEvents } from '../events.ts'
import type { ServiceRow } from '../store/services.ts'
import { showService } from './show-services.ts'

/** `row` is undefined when a concurrent change won: refuses with 409. `before`: the service as `showService` showed it before its first statement changed. */
export async function emitServiceUpdated(ctx: TransactionContext, row: ServiceRow | undefined, before: Service): Promise<Service> {
  if (!row) return refuseStandard('CONFLICT')
  const service = await showService(ctx, row)
  ctx.emit(serviceEvents.updated(row.id, service, before))
  return service
}
