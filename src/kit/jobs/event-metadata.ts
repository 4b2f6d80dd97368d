/** Contexts whose events and emails are not those of everyday work: of a job on many things, of erasing a person. */
import type { DomainEvent, OutgoingEmail, TransactionContext } from '../api/context.ts'

/** A context whose events all carry the metadata: the job they come from, that a person is erased, or that no webhook tells of them. */
export const withEventMetadata = (
  ctx: TransactionContext,
  metadata: Pick<DomainEvent, 'originatedFrom' | 'anonymizing' | 'isUnannounced'>,
): TransactionContext =>
  Object.create(ctx, { emit: { value: (event: DomainEvent) => ctx.emit({ ...event, ...metadata }), enumerable: true } }) as TransactionContext

/** A context that queues the emails to some addresses only, and drops all others. */
export const withEmailsTo = (ctx: TransactionContext, isWanted: (address: string) => boolean): TransactionContext =>
  Object.create(ctx, {
    queueEmail: { value: (email: OutgoingEmail) => (isWanted(email.to) ? ctx.queueEmail(email) : undefined), enumerable: true },
  }) as TransactionContext
