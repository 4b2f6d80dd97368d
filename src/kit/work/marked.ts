/** Work whose events all carry a mark: the job they come from, or that somebody is erased. */
import type { Ctx, DomainEvent } from '../ctx.ts'

export const marked = (ctx: Ctx, mark: Pick<DomainEvent, 'originatedFrom' | 'anonymizing'>): Ctx =>
  Object.create(ctx, { announce: { value: (event: DomainEvent) => ctx.announce({ ...event, ...mark }), enumerable: true } }) as Ctx
