/** Work whose events all carry a mark: the job they come from, or that somebody is erased. */
import type { Ctx, DomainEvent } from '../api/context.ts'

export const withEventMetadata = (ctx: Ctx, metadata: Pick<DomainEvent, 'originatedFrom' | 'anonymizing'>): Ctx =>
  Object.create(ctx, { emit: { value: (event: DomainEvent) => ctx.emit({ ...event, ...metadata }), enumerable: true } }) as Ctx
