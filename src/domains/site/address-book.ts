/** Which site a host name leads to, and where the links of a site lead. Read before every request, so it answers from memory. Source: guide identity 2.1. */
import type { Db, OpenDatabase, Tx } from '#kit/db/open.ts'
import { normalizeHost } from '#kit/pure/origin.ts'
import { isServerHost, resolveOrigins, type ServerAddress, type SiteOrigins } from './rules/address.ts'
import * as store from './store.ts'

export interface AddressBook {
  /** The site of a Host header: the one that has it among its addresses; on the server's own address the first; where there is one site only, that one. */
  findSiteByHost(host: string): Promise<string | undefined>
  /** The site with this id; undefined for what is no id of a site that people may visit. */
  findSite(id: string): Promise<string | undefined>
  /** `tx`: the open transaction, when there is one. */
  getOrigins(siteId: string, tx?: Tx): Promise<SiteOrigins>
  /** Whether a host is the server's own. */
  isServerHost(host: string): boolean
  /** The site that the server's own address leads to: the oldest. */
  findFirstSite(tx?: Tx): Promise<string | undefined>
  server(): ServerAddress
}

const CACHED_TABLES = ['site', 'site_address'] as const

/** `server` is asked each time: the port is known only once the server listens. */
export function createAddressBook(open: Pick<OpenDatabase, 'db' | 'cache'>, server: () => ServerAddress): AddressBook {
  const { db, cache: memory } = open
  // One site, or the first and how many there are beside it.
  const listOldest = (tx: Tx | Db = db) => memory.getOrLoad(CACHED_TABLES, 'oldest sites', () => store.listOldestSites(tx))
  const findFirstSite = async (tx?: Tx) => (await listOldest(tx))[0]
  return {
    server,
    findFirstSite,
    isServerHost: (host) => isServerHost(normalizeHost(host), server()),
    findSite: (id) => memory.getOrLoad(CACHED_TABLES, `site ${id}`, () => store.findSiteId(db, id)),
    async findSiteByHost(text) {
      const host = normalizeHost(text)
      const { publicUrl } = server()
      if (publicUrl !== undefined && isServerHost(host, server())) return findFirstSite()
      const named = await memory.getOrLoad(CACHED_TABLES, `host ${host}`, () => store.findSiteIdByHost(db, host))
      if (named) return named
      const sites = await listOldest()
      return sites.length === 1 || isServerHost(host, server()) ? sites[0] : undefined
    },
    async getOrigins(siteId, tx) {
      const stored = await memory.getOrLoad(CACHED_TABLES, `addresses ${siteId}`, () => store.listAddresses(tx ?? db, siteId))
      return resolveOrigins(stored, { server: server(), isFirst: siteId === (await findFirstSite(tx)) })
    },
  }
}
