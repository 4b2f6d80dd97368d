/** Changes the addresses of a site. The former main address stays among the others, so that links in sent emails keep working. Source: guide identity §2.1. */
import type { TransactionContext } from '#kit/api/context.ts'
import { toHost, parseOrigin } from '#kit/pure/origin.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { AddressBook } from '../address-book.ts'
import { refuse } from '../errors.ts'
import { MAX_ADDRESSES, type StoredAddress } from '../rules/address.ts'
import * as store from '../store.ts'

export interface AddressChange {
  /** Where links lead. */
  main?: string | undefined
  /** All other addresses; absent keeps them. */
  others?: readonly string[] | undefined
}

const malformedAddress = (field: string) => ({
  field,
  description: 'must be an address such as https://studio.example',
  violatedRule: 'FORMAT' as const,
  data: { type: 'WEB_URL' },
})

/** The addresses after the change, by host, the main one first; `main` is undefined for a site without one. */
function combineAddresses(before: readonly StoredAddress[], main: string | undefined, others: readonly string[] | undefined) {
  const formerMain = before.find(({ isMain }) => isMain)?.origin
  const newMain = main ?? formerMain
  const rest = others ?? before.map(({ origin }) => origin)
  const byHost = new Map(
    [...(newMain ? [newMain] : []), ...rest, ...(main !== undefined && formerMain && !others ? [formerMain] : [])].map((origin) => [toHost(origin), origin]),
  )
  // A host has one scheme: that of the main address wins.
  if (newMain) byHost.set(toHost(newMain), newMain)
  return { main: newMain, byHost }
}

/**
 * Refuses with 409 an address where another site is, and a main address when PUBLIC_URL sets it. What the operator enters (`isTrusted`), and what the owner
 * of the first site does, is in use at once; what the owner of a further site adds waits for its check, and a main address that is not proved is refused
 * with ADDRESS_NOT_CHECKED.
 */
export async function changeAddresses(
  ctx: TransactionContext,
  addressBook: AddressBook,
  change: AddressChange,
  { isTrusted }: { isTrusted: boolean },
): Promise<void> {
  const newMain = change.main === undefined ? undefined : parseOrigin(change.main)
  const others = change.others?.map(parseOrigin)
  assertNoViolations([
    ...(change.main !== undefined && newMain === undefined ? [malformedAddress('siteAddress')] : []),
    ...(others ?? []).flatMap((origin, at) => (origin === undefined ? [malformedAddress(`otherAddresses[${at}]`)] : [])),
  ])
  const isFirst = (await store.listOldestSites(ctx.tx))[0] === ctx.siteId
  const { publicUrl } = addressBook.server()
  if (newMain !== undefined && isFirst && publicUrl !== undefined && newMain !== publicUrl) refuse('ADDRESS_FIXED')
  const before = await store.listAddresses(ctx.tx, ctx.siteId)
  const { main, byHost } = combineAddresses(before, newMain, others as string[] | undefined)
  if (byHost.size > MAX_ADDRESSES) {
    const threshold = MAX_ADDRESSES - 1
    assertNoViolations([{ field: 'otherAddresses', description: `must have at most ${threshold} entries`, violatedRule: 'MAX_SIZE', data: { threshold } }])
  }
  // In one order for all, so that two sites do not wait for each other.
  for (const host of [...byHost.keys()].toSorted()) {
    await store.lockHost(ctx, host)
    const address = byHost.get(host) as string
    if ((!isFirst && addressBook.isServerHost(host)) || (await store.isHostOfOtherSite(ctx.tx, host, ctx.siteId))) refuse('ADDRESS_TAKEN', { address })
  }
  const isInUseAtOnce = isTrusted || isFirst
  const isProved = (host: string) => before.some(({ origin, state }) => toHost(origin) === host && state === 'CHECKED')
  if (main !== undefined && !isInUseAtOnce && !isProved(toHost(main))) refuse('ADDRESS_NOT_CHECKED', { address: main })
  const rows = [...byHost].map(([host, origin]) => ({ host, origin, isMain: origin === main }))
  if (isInUseAtOnce) await store.trustHosts(ctx, [...byHost.keys()])
  await store.replaceAddresses(ctx, rows, isInUseAtOnce ? 'CHECKED' : 'WAITING')
}
