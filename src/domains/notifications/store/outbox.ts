/** All SQL on emails: queued with the change that causes them, delivered by the job `email`. */
import { sql, type SqlBool } from 'kysely'
import { json, noPreparedPlan, readSql } from '#kit/db/open.ts'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { LOST_SECRETS } from '#kit/email/secrets.ts'
import { type EmailState, type EmailTransition, SECRETS_ARE_LOST } from '../rules/email-machine.ts'

/** In place of the recipient of an email of an erased person. What was under way when a person was erased writes nothing back. */
export const ERASED = 'erased'

export const findEmail = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('email').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

/** An email with the words of the business in its language, in one statement. */
export const findEmailWithWording = (ctx: ReadContext, id: string) =>
  ctx.db
    .selectFrom('email')
    .leftJoin('emailWording as own', (join) =>
      join.onRef('own.siteId', '=', 'email.siteId').onRef('own.template', '=', 'email.template').onRef('own.language', '=', 'email.language'),
    )
    .selectAll('email')
    .select(['own.subject as ownSubject', 'own.body as ownBody', 'own.buttonLabel as ownButton'])
    .where('email.siteId', '=', ctx.siteId)
    .where('email.id', '=', id)
    .executeTakeFirst()

export const finishEmail = (
  ctx: TransactionContext,
  id: string,
  done: { transition: EmailTransition; language: string; subject: string; html: string; text: string; variables: object; secrets: string | null },
) =>
  ctx.tx
    .updateTable('email')
    .set({
      state: done.transition.to,
      language: done.language,
      variables: json(done.variables),
      secrets: done.secrets,
      subject: done.subject,
      html: done.html,
      bodyText: done.text,
      sentAt: ctx.now,
      error: null,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('recipient', '!=', ERASED)
    .execute()

interface FailedEmail {
  transition: EmailTransition
  error: string
  /** As it would have arrived, without its secrets; absent when it could not be rendered. */
  words: { subject: string; html: string; text: string } | undefined
}
/** Why an email was not handed over, and what it says; the job renders it anew and tries again. */
export const failEmail = (ctx: TransactionContext, id: string, { transition, error, words }: FailedEmail) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, error: error.slice(0, 500), ...(words && { subject: words.subject, html: words.html, bodyText: words.text }) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('recipient', '!=', ERASED)
    .execute()

/** The key of its secrets is lost: it is not tried again. */
export const giveUpEmail = (ctx: TransactionContext, id: string, transition: EmailTransition) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, secrets: LOST_SECRETS, error: SECRETS_ARE_LOST })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('recipient', '!=', ERASED)
    .execute()

interface EmailsOfAddress {
  address: string
  until: Temporal.Instant
}
/** Sent to an address, or mentions it. */
const concerns = (address: string) =>
  sql<SqlBool>`(lower(recipient) = lower(${address}) or position(lower(${JSON.stringify(address)}) in lower(variables::text)) > 0)`

/** Gives up what was not handed over. */
export const withholdEmails = (ctx: TransactionContext, { address, until }: EmailsOfAddress, transition: EmailTransition) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, secrets: null, error: null })
    .where('siteId', '=', ctx.siteId)
    .where('state', '=', transition.from)
    .where('createdAt', '<=', until)
    .where(concerns(address))
    .execute()

/** Leaves that there was an email, and takes away to whom and what it said. */
export const redactEmails = (ctx: TransactionContext, { address, until }: EmailsOfAddress) =>
  ctx.tx
    .updateTable('email')
    .set({ recipient: ERASED, variables: json({}), secrets: null, subject: null, html: null, bodyText: null })
    .where('siteId', '=', ctx.siteId)
    .where('state', 'in', ['SENT', 'KEPT', 'UNWANTED'] satisfies EmailState[])
    .where('createdAt', '<=', until)
    .where(concerns(address))
    .execute()

/** Whether one of them has not left yet. */
export const hasUnsentEmails = async (ctx: ReadContext, { address, until }: EmailsOfAddress): Promise<boolean> =>
  (await ctx.db
    .selectFrom('email')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('state', 'in', ['QUEUED', 'FAILED'] satisfies EmailState[])
    .where('createdAt', '<=', until)
    .where(concerns(address))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Puts a failed email back, to be tried again now. */
export const requeueEmail = (ctx: TransactionContext, id: string, transition: EmailTransition) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, error: null })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('state', '=', transition.from)
    .execute()

/** Keeps the words of an email that goes nowhere. */
export const saveKeptEmail = (ctx: TransactionContext, id: string, transition: EmailTransition, words: { subject: string; text: string }) =>
  ctx.tx
    .updateTable('email')
    .set({ state: transition.to, subject: words.subject, bodyText: words.text })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** The newest emails of a template. */
export const listEmailsOfTemplate = (ctx: ReadContext, template: string, limit: number) =>
  ctx.db
    .selectFrom('email')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('template', '=', template)
    .where('recipient', '!=', ERASED)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

interface EmailFilter {
  to?: string | undefined
  state?: EmailState | undefined
  template?: string | undefined
  limit: number
  offset: number
}
/** A list counts no further than this, and one that ends on its page is not counted at all. */
const MAX_COUNTED = 10_000
/** What so many of the latest emails have is common: it is found soon in the order of time. All else is looked up by the index of trigrams, and put in order then. */
const [SAMPLE, COMMON, SHORTEST_RARE] = [2000, 40, 3]

const hasPart = (part: string) => sql<SqlBool>`lower(email.recipient) like ${`%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`

async function isCommon(ctx: ReadContext, part: string): Promise<boolean> {
  if (part.length < SHORTEST_RARE) return true
  const latest = ctx.db.selectFrom('email').select('recipient').where('siteId', '=', ctx.siteId).orderBy('createdAt', 'desc').orderBy('id').limit(SAMPLE)
  const { found } = await ctx.db
    .selectFrom(latest.as('email'))
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .where(hasPart(part))
    .executeTakeFirstOrThrow()
  return Number(found) >= COMMON
}
const selectMatching = (ctx: ReadContext, { to, state, template }: Partial<EmailFilter>) =>
  ctx.db
    .selectFrom('email')
    .where('siteId', '=', ctx.siteId)
    .$if(to !== undefined, (q) => q.where(hasPart(to ?? '')))
    .$if(state !== undefined, (q) => q.where('state', '=', state as string))
    .$if(template !== undefined, (q) => q.where('template', '=', template as string))

/** Newest first, by a part of the recipient, state and template if given; `total` is exact up to `MAX_COUNTED`. */
export async function listEmails(ctx: ReadContext, filter: EmailFilter) {
  const { to, limit, offset } = filter
  if (to !== undefined && !(await isCommon(ctx, to))) return listFewEmails(ctx, { ...filter, to })
  const emails = await selectMatching(ctx, filter).selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const listed = offset + emails.length
  if (emails.length < limit && (emails.length > 0 || offset === 0)) return { emails, total: listed }
  const counted = await ctx.db
    .selectFrom(
      selectMatching(ctx, filter)
        .select('id')
        .limit(MAX_COUNTED + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  return { emails, total: total <= MAX_COUNTED ? total : Math.max(total, listed + 1) }
}
/** Of an address the index looks up the side before the sign: thousands share the other one. */
const toRarePart = (part: string): string => (part.indexOf('@') >= SHORTEST_RARE ? part.slice(0, part.indexOf('@') + 1) : part)
/** All that match are found before the first is read. */
async function listFewEmails(ctx: ReadContext, { to, limit, offset, ...filter }: EmailFilter & { to: string }) {
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string | null; total: number }>`${noPreparedPlan}
    with found as materialized (${selectMatching(ctx, { ...filter, to: toRarePart(to) })
      .where(sql<SqlBool>`position(${to.toLowerCase()} in lower(email.recipient)) > 0`)
      .select(['id', 'createdAt'])})
    select page.id, counted.total from (select count(*)::int total from found) counted
    left join (select id from found order by created_at desc, id limit ${limit} offset ${offset}) page on true`,
  )
  const ids = rows.flatMap(({ id }) => id ?? [])
  const emails = ids.length === 0 ? [] : await selectMatching(ctx, {}).selectAll().where('id', 'in', ids).orderBy('createdAt', 'desc').orderBy('id').execute()
  return { emails, total: rows[0]?.total ?? 0 }
}
/** Those of these templates and keys of which an email was queued before. */
export const listQueuedEmails = (ctx: ReadContext, keys: readonly { template: string; uniqueKey: string }[]) =>
  ctx.db
    .selectFrom('email')
    .select(['template', 'uniqueKey'])
    .where('siteId', '=', ctx.siteId)
    .where('template', 'in', [...new Set(keys.map(({ template }) => template))])
    .where('uniqueKey', 'in', [...new Set(keys.map(({ uniqueKey }) => uniqueKey))])
    .execute()
