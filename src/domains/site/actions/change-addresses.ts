/** Changes the addresses of a site. The former main address stays among the others, so that links in sent emails keep working. Source: guide identity §2.1. */
import type { TransactionContext } from '#kit/api/context.ts'
import { toHost, parseOrigin } from '#kit/pure/origin.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { AddressBook } from '../address-book.ts'
import { refuse } from '../errors.ts'
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

/** Refuses with 409 an address of another site, and a main address when PUBLIC_URL sets it. */
export async function changeAddresses(ctx: TransactionContext, addressBook: AddressBook, change: AddressChange): Promise<void> {
  const main = change.main === undefined ? undefined : parseOrigin(change.main)
  const others = change.others?.map(parseOrigin)
  assertNoViolations([
    ...(change.main !== undefined && main === undefined ? [malformedAddress('siteAddress')] : []),
    ...(others ?? []).flatMap((origin, at) => (origin === undefined ? [malformedAddress(`otherAddresses[${at}]`)] : [])),
  ])
  const isFirst = (await store.listOldestSites(ctx.tx))[0] === ctx.siteId
  const { publicUrl } = addressBook.server()
  if (main !== undefined && isFirst && publicUrl !== undefined && main !== publicUrl) refuse('ADDRESS_FIXED')
  const before = await store.listAddresses(ctx.tx, ctx.siteId)
  const formerMain = before.find(({ isMain }) => isMain)?.origin
  const newMain = main ?? formerMain
  const rest = (others as string[] | undefined) ?? before.map(({ origin }) => origin)
  const byHost = new Map(
    [...(newMain ? [newMain] : []), ...rest, ...(main !== undefined && formerMain && !others ? [formerMain] : [])].map((origin) => [toHost(origin), origin]),
  )
  // A host has one scheme: that of the main address wins.
  if (newMain) byHost.set(toHost(newMain), newMain)
  for (const [host, address] of byHost)
    if ((!isFirst && addressBook.isServerHost(host)) || (await store.findSiteIdByHost(ctx.tx, host, ctx.siteId)) !== undefined)
      refuse('ADDRESS_TAKEN', { address })
  const conflict = await store.replaceAddresses(
    ctx,
    [...byHost].map(([host, origin]) => ({ host, origin, isMain: origin === newMain })),
  )
  if (conflict) refuse('ADDRESS_TAKEN', { address: conflict })
}
