/** Changes where a site is reached. The former main address stays among the others, so that links in emails that were sent go on working. Source: guide identity 2.1. */
import type { Ctx } from '#kit/ctx.ts'
import { hostOf, readOrigin } from '#kit/pure/origin.ts'
import { orViolate } from '#kit/refusal.ts'
import type { AddressBook } from '../address-book.ts'
import { refuse } from '../errors.ts'
import * as store from '../store.ts'

export interface AddressChange {
  /** Where links lead. */
  main?: string | undefined
  /** All others under which the site is reached; absent leaves them as they are. */
  others?: readonly string[] | undefined
}

const malformed = (field: string) => ({
  field,
  description: 'must be an address such as https://studio.example',
  violatedRule: 'FORMAT' as const,
  data: { type: 'WEB_URL' },
})

/** Refuses with 409 what belongs to another site, and a main address where PUBLIC_URL says it. */
export async function changeAddresses(ctx: Ctx, book: AddressBook, change: AddressChange): Promise<void> {
  const main = change.main === undefined ? undefined : readOrigin(change.main)
  const others = change.others?.map(readOrigin)
  orViolate([
    ...(change.main !== undefined && main === undefined ? [malformed('siteAddress')] : []),
    ...(others ?? []).flatMap((origin, at) => (origin === undefined ? [malformed(`otherAddresses[${at}]`)] : [])),
  ])
  const isFirst = (await store.oldestSites(ctx.tx))[0] === ctx.siteId
  const { publicUrl } = book.server()
  if (main !== undefined && isFirst && publicUrl !== undefined && main !== publicUrl) refuse('ADDRESS_FIXED')
  const before = await store.addressesOf(ctx.tx, ctx.siteId)
  const formerMain = before.find(({ isMain }) => isMain)?.origin
  const newMain = main ?? formerMain
  const rest = (others as string[] | undefined) ?? before.map(({ origin }) => origin)
  const kept = new Map(
    [...(newMain ? [newMain] : []), ...rest, ...(main !== undefined && formerMain && !others ? [formerMain] : [])].map((origin) => [hostOf(origin), origin]),
  )
  // A host has one scheme: the main address says it when both name it.
  if (newMain) kept.set(hostOf(newMain), newMain)
  for (const [host, address] of kept)
    if ((!isFirst && book.isServerHost(host)) || (await store.siteIdOfAddress(ctx.tx, host, ctx.siteId)) !== undefined) refuse('ADDRESS_TAKEN', { address })
  const taken = await store.replaceAddresses(
    ctx,
    [...kept].map(([host, origin]) => ({ host, origin, isMain: origin === newMain })),
  )
  if (taken) refuse('ADDRESS_TAKEN', { address: taken })
}
