/** A context whose events all carry the metadata: the job they come from, or that a person is erased. */
import type { DomainEvent, TransactionContext } from '../api/context.ts'

export const withEventMetadata = (ctx: TransactionContext, metadata: Pick<DomainEvent, 'originatedFrom' | 'anonymizing'>): TransactionContext =>
  Object.create(ctx, { emit: { value: (event: DomainEvent) => ctx.emit({ ...event, ...metadata }), enumerable: true } }) as TransactionContext
