/** Proves that an address of a site comes to this server. Source: guide identity §2.1. */
import { randomBytes } from 'node:crypto'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard, refuseThrottled } from '#kit/api/refusal.ts'
import type { ReadDatabase } from '#kit/db/open.ts'
import { AddressRefused, AnswerTooLarge, fetchPublic } from '#kit/http/fetch-public.ts'
import { consumeRateLimit } from '#kit/http/rate-limit.ts'
import { parseOrigin, toHost } from '#kit/pure/origin.ts'
import type { Temporal } from 'temporal-polyfill'
import { refuse } from '../errors.ts'
import { type AddressProblem, findAnswerProblem } from '../rules/address.ts'
import * as store from '../store.ts'

/** Where a server answers checks. */
export const HOST_CHECK_PATH = '/.well-known/atrium-host-check/'
const MAX_ANSWER_BYTES = 1000
/** How long this server answers a check; longer than the host is waited for. */
const CHECK_SECONDS = 30
const ANSWER_MS = 10_000
/** The checks of one site: each makes this server call an address that its owner chose. */
const CHECK_LIMIT = { times: 1, seconds: 5 }

/** Errors of the network and of TLS carry a code; anything else is a fault of this server. */
const isOfNetwork = (error: unknown): boolean => error instanceof Error && ('code' in error || error.name === 'TimeoutError')

async function askHost(origin: string, nonce: string, expected: string): Promise<AddressProblem | undefined> {
  try {
    const response = await fetchPublic(`${origin}${HOST_CHECK_PATH}${nonce}`, { maxBytes: MAX_ANSWER_BYTES, timeoutMs: ANSWER_MS })
    return findAnswerProblem(expected, { status: response.status, body: await response.text() })
  } catch (error) {
    if (error instanceof AddressRefused) return 'NOT_CALLED'
    if (error instanceof AnswerTooLarge) return 'OTHER_SERVER'
    if (isOfNetwork(error)) return findAnswerProblem(expected, undefined)
    throw error
  }
}

/** The host that is to be asked, noted with the question; undefined when it is proved already. */
async function beginCheck(ctx: TransactionContext, address: string, check: { nonce: string; answer: string }) {
  const origin = parseOrigin(address)
  const stored = (await store.listAddresses(ctx.tx, ctx.siteId)).find((own) => own.origin === origin) ?? refuseStandard('NOT_FOUND')
  if (stored.state === 'CHECKED') return undefined
  const host = toHost(stored.origin)
  const wait = consumeRateLimit(`${ctx.siteId} host checks`, CHECK_LIMIT, ctx.authNow.epochMilliseconds)
  if (wait > 0) refuseThrottled(wait)
  await store.beginHostCheck(ctx, host, { ...check, endsAt: ctx.authNow.add({ seconds: CHECK_SECONDS }) })
  return { host, origin: stored.origin }
}

/**
 * Asks an address of the site for what only this server can answer, and stores how that went. The first proved address of a site without a main one becomes
 * that. One that is proved is not asked again: a fault of a minute must not close the site. Refuses with NOT_FOUND what is no address of the site, and with
 * THROTTLED_FEATURE a check within five seconds of another one of the site.
 */
export async function checkAddress(ctx: OwnTransactionContext, address: string): Promise<void> {
  const [nonce, answer] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  const asked = await ctx.transaction((work) => beginCheck(work, address, { nonce, answer }))
  if (!asked) return
  const problem = await askHost(asked.origin, nonce, answer)
  await ctx.transaction(async (work) => {
    await store.lockHost(work, asked.host)
    const isTaken = problem === undefined && (await store.isHostOfOtherSite(work.tx, asked.host, work.siteId))
    await store.endHostCheck(work, nonce, isTaken ? 'TAKEN' : problem)
    await store.makeMainWithoutOther(work, asked.host)
  })
}

/** What this server answers to a check of its own; undefined for anything else. */
export const findHostCheckAnswer = (db: ReadDatabase, nonce: string, now: Temporal.Instant): Promise<string | undefined> =>
  /^[0-9a-f]{48}$/.test(nonce) ? store.findCheckAnswer(db, nonce, now) : Promise.resolve(undefined)

/** Serves the site at one of its addresses without a check. Refuses with NOT_FOUND what is none of them, and with ADDRESS_TAKEN where another site is. */
export async function approveAddress(ctx: TransactionContext, address: string): Promise<void> {
  const origin = parseOrigin(address)
  const stored = (await store.listAddresses(ctx.tx, ctx.siteId)).find((own) => own.origin === origin) ?? refuseStandard('NOT_FOUND')
  const host = toHost(stored.origin)
  await store.lockHost(ctx, host)
  if (await store.isHostOfOtherSite(ctx.tx, host, ctx.siteId)) refuse('ADDRESS_TAKEN', { address: stored.origin })
  await store.trustHosts(ctx, [host])
  await store.makeMainWithoutOther(ctx, host)
}
