/** Idempotency keys: the same request under the same key is carried out once and answered alike for a day. Source: guide pricing-plans §6.7. */
import { createHash } from 'node:crypto'
import type { BaseContext, OwnTransactionContext, TransactionContext } from '../api/context.ts'
import { json } from '../db/open.ts'
import { Refusal, refuseStandard, Violations } from '../api/refusal.ts'

export interface IdempotentRequest {
  key: string
  operation: string
  /** The request as compared: parts of the address and the body. */
  input: unknown
}

interface KeyClaim {
  /** Another request has the key: its reply, null while it runs. */
  existing?: { reply: unknown }
}

const keyReused = {
  message: 'This Idempotency-Key was used for another request.',
  de: 'Dieser Idempotency-Key gehört schon zu einer anderen Anfrage.',
  fr: 'Cette Idempotency-Key a déjà servi pour une autre requête.',
  es: 'Esta Idempotency-Key ya se usó para otra petición.',
}
const requestInProgress = {
  message: 'The first request with this Idempotency-Key is under way, or was cut off. Look what became of it.',
  de: 'Die erste Anfrage mit diesem Idempotency-Key läuft noch oder brach ab. Sieh nach, was aus ihr wurde.',
  fr: 'La première requête avec cette Idempotency-Key est en cours ou a été interrompue. Vérifiez ce qu’elle est devenue.',
  es: 'La primera petición con esta Idempotency-Key está en curso o se interrumpió. Comprueba qué pasó con ella.',
}
/** Of work in one transaction a reply is saved with it. */
const replyErased = {
  message: 'This request was carried out; its reply was erased with the data of a person.',
  de: 'Diese Anfrage wurde ausgeführt; ihre Antwort wurde mit den Daten einer Person gelöscht.',
  fr: 'Cette requête a été exécutée ; sa réponse a été effacée avec les données d’une personne.',
  es: 'Esta petición se realizó; su respuesta se borró con los datos de una persona.',
}

const identifyActor = ({ caller }: BaseContext): string => caller.memberId ?? caller.userId ?? caller.appId ?? caller.visitorId ?? 'anyone'

/** Claims the key or finds its claim. A key of another request is refused. */
async function claimKey(ctx: TransactionContext, { key, operation, input }: IdempotentRequest): Promise<KeyClaim> {
  if (key.length > 255)
    throw new Violations([{ field: 'Idempotency-Key', description: 'must have at most 255 characters', violatedRule: 'MAX_LENGTH', data: { threshold: 255 } }])
  const claimId = ctx.newId()
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([operation, input ?? null]))
    .digest('hex')
  const found = await ctx.tx
    .insertInto('idempotencyKey')
    .values({ siteId: ctx.siteId, actor: identifyActor(ctx), key, claimId, operation, bodyHash, createdAt: ctx.authNow })
    .onConflict((oc) => oc.columns(['siteId', 'actor', 'key']).doUpdateSet({ operation: (eb) => eb.ref('idempotencyKey.operation') }))
    .returning(['claimId', 'operation', 'bodyHash', 'reply'])
    .executeTakeFirstOrThrow()
  if (found.claimId === claimId) return {}
  if (found.operation !== operation || found.bodyHash !== bodyHash) refuseStandard('CONFLICT', {}, keyReused)
  return { existing: { reply: found.reply } }
}

const saveReply = (ctx: TransactionContext, key: string, reply: unknown): Promise<unknown> =>
  ctx.tx
    .updateTable('idempotencyKey')
    .set({ reply: json(reply) })
    .where('siteId', '=', ctx.siteId)
    .where('actor', '=', identifyActor(ctx))
    .where('key', '=', key)
    .execute()

/** For work in one transaction: a second request with the same key waits for the first; a failed one leaves no key behind. Refuses with CONFLICT once the reply is erased. */
export async function runIdempotently(
  ctx: TransactionContext,
  request: IdempotentRequest,
  work: (ctx: TransactionContext) => Promise<unknown>,
): Promise<unknown> {
  const { existing } = await claimKey(ctx, request)
  if (existing) return existing.reply ?? refuseStandard('CONFLICT', {}, replyErased)
  const reply = await work(ctx)
  await saveReply(ctx, request.key, reply)
  return reply
}

/**
 * Work in transactions of its own. Requests that come while the first one runs are refused, as are those after a first
 * one that was interrupted, because its progress is unknown. A refused request may be repeated under its key.
 */
export async function runIdempotentlyInSteps(
  ctx: OwnTransactionContext,
  request: IdempotentRequest,
  work: (ctx: OwnTransactionContext) => Promise<unknown>,
): Promise<unknown> {
  const { existing } = await ctx.transaction((inner) => claimKey(inner, request))
  if (existing) return existing.reply ?? refuseStandard('CONFLICT', {}, requestInProgress)
  try {
    const reply = await work(ctx)
    await ctx.transaction((inner) => saveReply(inner, request.key, reply))
    return reply
  } catch (error) {
    if (error instanceof Refusal || error instanceof Violations)
      await ctx.transaction((inner) =>
        inner.tx
          .deleteFrom('idempotencyKey')
          .where('siteId', '=', inner.siteId)
          .where('actor', '=', identifyActor(inner))
          .where('key', '=', request.key)
          .execute(),
      )
    throw error
  }
}
