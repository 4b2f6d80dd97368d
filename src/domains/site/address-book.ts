/** Which site a host name leads to, and where the links of a site lead. Read before every request, so it answers from memory. Source: guide identity 2.1. */
import type { Db, OpenDatabase, Tx } from '#kit/db/open.ts'
import { normalHost } from '#kit/pure/origin.ts'
import { isServerHost, originsOf, type ServerAddress, type SiteOrigins } from './rules/address.ts'
import * as store from './store.ts'

export interface AddressBook {
  /** The site of a Host header: the one that has it among its addresses; on the server's own address the first; where there is one site only, that one. */
  siteOfHost(host: string): Promise<string | undefined>
  /** The site with this id; undefined for what is no id of a site that people may visit. */
  siteWithId(id: string): Promise<string | undefined>
  /** `tx`: the open transaction, when there is one. */
  originsOf(siteId: string, tx?: Tx): Promise<SiteOrigins>
  /** Whether a host is the server's own. */
  isServerHost(host: string): boolean
  /** The site that the server's own address leads to: the oldest. */
  firstSite(tx?: Tx): Promise<string | undefined>
  server(): ServerAddress
}

const ABOUT = ['site', 'site_address'] as const

/** `server` is asked each time: the port is known only once the server listens. */
export function addressBook(open: Pick<OpenDatabase, 'db' | 'memory'>, server: () => ServerAddress): AddressBook {
  const { db, memory } = open
  // One site, or the first and how many there are beside it.
  const oldest = (tx: Tx | Db = db) => memory.remember(ABOUT, 'oldest sites', () => store.oldestSites(tx))
  const firstSite = async (tx?: Tx) => (await oldest(tx))[0]
  return {
    server,
    firstSite,
    isServerHost: (host) => isServerHost(normalHost(host), server()),
    siteWithId: (id) => memory.remember(ABOUT, `site ${id}`, () => store.siteIdById(db, id)),
    async siteOfHost(text) {
      const host = normalHost(text)
      const { publicUrl } = server()
      if (publicUrl !== undefined && isServerHost(host, server())) return firstSite()
      const named = await memory.remember(ABOUT, `host ${host}`, () => store.siteIdOfAddress(db, host))
      if (named) return named
      const sites = await oldest()
      return sites.length === 1 || isServerHost(host, server()) ? sites[0] : undefined
    },
    async originsOf(siteId, tx) {
      const stored = await memory.remember(ABOUT, `addresses ${siteId}`, () => store.addressesOf(tx ?? db, siteId))
      return originsOf(stored, { server: server(), isFirst: siteId === (await firstSite(tx)) })
    },
  }
}
