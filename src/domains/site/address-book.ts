/** Host name → site, and site → origin of its links. Cached, because every request reads it. Source: guide identity §2.1. */
import type { OpenDatabase, ReadDatabase } from '#kit/db/open.ts'
import { normalizeHost } from '#kit/pure/origin.ts'
import { isServerHost, resolveOrigins, type ServerAddress, type SiteOrigins } from './rules/address.ts'
import * as store from './store.ts'

export interface AddressBook {
  /** The site of a Host header: the site with this address, the first site on the server's own address, or the only site. */
  findSiteByHost(host: string): Promise<string | undefined>
  /** The site with this id; undefined for unknown ids and simulations. */
  findSite(id: string): Promise<string | undefined>
  /** `tx`: the open transaction, when there is one. */
  getOrigins(siteId: string, tx?: ReadDatabase): Promise<SiteOrigins>
  /** Whether a host is the server's own. */
  isServerHost(host: string): boolean
  /** The oldest site, which the server's own address leads to. */
  findFirstSite(tx?: ReadDatabase): Promise<string | undefined>
  server(): ServerAddress
}

const CACHED_TABLES = ['site', 'site_address'] as const
const ORIGIN_TABLES = [...CACHED_TABLES, 'site_setting'] as const

/** `server` is a function because the port is known only once the server listens. */
export function createAddressBook(open: Pick<OpenDatabase, 'db' | 'cache'>, server: () => ServerAddress): AddressBook {
  const { db, cache } = open
  // The first two sites: enough to know the oldest, and whether there are more.
  const listOldest = (tx: ReadDatabase = db) => cache.getOrLoad(CACHED_TABLES, 'oldest sites', () => store.listOldestSites(tx))
  const findFirstSite = async (tx?: ReadDatabase) => (await listOldest(tx))[0]
  return {
    server,
    findFirstSite,
    isServerHost: (host) => isServerHost(normalizeHost(host), server()),
    findSite: (id) => cache.getOrLoad(CACHED_TABLES, `site ${id}`, () => store.findSiteId(db, id)),
    async findSiteByHost(text) {
      const host = normalizeHost(text)
      const { publicUrl } = server()
      if (publicUrl !== undefined && isServerHost(host, server())) return findFirstSite()
      const named = await cache.getOrLoad(CACHED_TABLES, `host ${host}`, () => store.findSiteIdByHost(db, host))
      if (named) return named
      const sites = await listOldest()
      return sites.length === 1 || isServerHost(host, server()) ? sites[0] : undefined
    },
    getOrigins(siteId, tx) {
      const address = server()
      return cache.getOrLoad(ORIGIN_TABLES, `origins ${siteId} ${address.local}`, async () => {
        const { addresses, limits } = await store.readAddressesAndLimits(tx ?? db, siteId)
        const isFirst = siteId === (await findFirstSite(tx))
        return { ...resolveOrigins(addresses, { server: address, isFirst }), requestsPerMinute: limits.requestsPerMinute }
      })
    },
  }
}
