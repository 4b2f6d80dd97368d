/** All SQL on text messages: those to clients, and what people answered. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { TextState, TextTransition } from '../rules/text-machine.ts'

/** A text as it is queued. */
export interface NewText {
  id: string
  /** E.164. */
  recipient: string
  personId: string | null
  template: string
  language: string
  body: string
  segments: number
  subjectId: string | null
  startsAt: Temporal.Instant | null
  uniqueKey: string | null
}
export type TextRow = NonNullable<Awaited<ReturnType<typeof findText>>>

/** False when this text was queued before. */
export async function insertText(ctx: TransactionContext, text: NewText): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('outgoingText')
    .values({ siteId: ctx.siteId, ...text, state: 'QUEUED', createdAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const selectTexts = (ctx: ReadContext) => ctx.db.selectFrom('outgoingText').selectAll().$narrowType<{ state: TextState }>().where('siteId', '=', ctx.siteId)
export const findText = (ctx: ReadContext, id: string) => selectTexts(ctx).where('id', '=', id).executeTakeFirst()
export const lockText = (ctx: TransactionContext, id: string) => selectTexts(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
/** The text that the provider knows by this id. */
export const lockTextOfProvider = (ctx: TransactionContext, providerId: string) =>
  selectTexts(ctx).where('providerId', '=', providerId).forUpdate().executeTakeFirst()

/** Whether a text of the same template about the same booking waits to be sent to this number. */
export const isSameTextQueued = async (
  ctx: ReadContext,
  { recipient, template, subjectId }: Pick<TextRow, 'recipient' | 'template' | 'subjectId'>,
): Promise<boolean> =>
  (await ctx.db
    .selectFrom('outgoingText')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .where('subjectId', 'is not distinct from', subjectId)
    .where('state', '=', 'QUEUED')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What came of a text. `segments` and `providerId` stay when the provider names none. */
export const finishText = (
  ctx: TransactionContext,
  id: string,
  done: { transition: TextTransition; error?: string | undefined; segments?: number | undefined; providerId?: string | undefined },
): Promise<unknown> =>
  ctx.tx
    .updateTable('outgoingText')
    .set({
      state: done.transition.to,
      error: done.error?.slice(0, 500) ?? null,
      ...(done.segments !== undefined && { segments: done.segments }),
      ...(done.providerId && { providerId: done.providerId }),
      ...(done.transition.to === 'SENT' && { sentAt: ctx.now }),
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

export interface TextFilter {
  /** Digits of the number. */
  to?: string | undefined
  state?: TextState | undefined
  template?: string | undefined
  limit: number
  offset: number
}
/** Newest first, with how many there are and the parts that they are billed as. */
export async function listTexts(ctx: ReadContext, { to, state, template, limit, offset }: TextFilter) {
  const digits = to?.replace(/\D/g, '')
  const base = ctx.db
    .selectFrom('outgoingText')
    .where('siteId', '=', ctx.siteId)
    .$if(Boolean(digits), (q) => q.where('recipient', 'like', `%${digits}%`))
    .$if(state !== undefined, (q) => q.where('state', '=', state as string))
    .$if(template !== undefined, (q) => q.where('template', '=', template as string))
  const texts = await base.selectAll().$narrowType<{ state: TextState }>().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const { total, segments } = await base
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('segments').filterWhere('state', 'in', ['SENT', 'DELIVERED']), eb.val(0)).as('segments'),
    ])
    .executeTakeFirstOrThrow()
  return { texts, total: Number(total), segments: Number(segments) }
}

/** Leaves that a text was sent, and takes away to whom and what it said. */
export const eraseTexts = (ctx: TransactionContext, personIds: readonly string[], phones: readonly string[]): Promise<unknown> =>
  ctx.tx
    .updateTable('outgoingText')
    .set({ recipient: 'erased', body: '', personId: null })
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('personId', 'in', personIds), ...(phones.length === 0 ? [] : [eb('recipient', 'in', phones)])]))
    .execute()
export async function eraseReplies(ctx: TransactionContext, phones: readonly string[]): Promise<void> {
  if (phones.length > 0) await ctx.tx.deleteFrom('incomingText').where('siteId', '=', ctx.siteId).where('sender', 'in', phones).execute()
}
/** The numbers that texts of a person went to. */
export const listRecipientsOfPerson = async (ctx: ReadContext, personIds: readonly string[]): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('outgoingText')
      .select('recipient')
      .distinct()
      .where('siteId', '=', ctx.siteId)
      .where('personId', 'in', personIds)
      .where('recipient', '!=', 'erased')
      .execute()
  ).map(({ recipient }) => recipient)

/** What was sent to a person, for the download of their data. */
export const listTextsToPerson = (ctx: ReadContext, personIds: readonly string[]) =>
  ctx.db
    .selectFrom('outgoingText')
    .select(['recipient', 'body', 'state', 'createdAt'])
    .where('siteId', '=', ctx.siteId)
    .where('personId', 'in', personIds)
    .orderBy('createdAt')
    .execute()

/** False when this answer is known. */
export async function insertReply(
  ctx: TransactionContext,
  reply: { providerId: string; sender: string; meaning: 'STOP' | 'START' | 'OTHER'; body: string },
): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('incomingText')
    .values({ siteId: ctx.siteId, ...reply, receivedAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('providerId')
    .executeTakeFirst()
  return row !== undefined
}
/** The newest first. */
export async function listReplies(ctx: ReadContext, { limit, offset }: { limit: number; offset: number }) {
  const base = ctx.db.selectFrom('incomingText').where('siteId', '=', ctx.siteId)
  const replies = await base
    .selectAll()
    .$narrowType<{ state: TextState }>()
    .orderBy('receivedAt', 'desc')
    .orderBy('providerId')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { replies, total: Number(total) }
}
