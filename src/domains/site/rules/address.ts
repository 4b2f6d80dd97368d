/** Addresses of a site, and which of them links use. Source: guide identity §2.1. */

import { toHost } from '#kit/pure/origin.ts'

/** Address of the server by its configuration. */
export interface ServerAddress {
  /** The configured public origin; it belongs to the first site. */
  publicUrl: string | undefined
  /** http://localhost with the port. */
  local: string
}

export interface StoredAddress {
  origin: string
  isMain: boolean
}

/** `origin` is where links lead; `origins` are all addresses of the site, that one first. */
export interface SiteOrigins {
  origin: string
  origins: readonly string[]
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/

/** Whether a host is the server's own, which leads to the first site: that of PUBLIC_URL, or without one localhost. */
export function isServerHost(host: string, { publicUrl, local }: ServerAddress): boolean {
  if (publicUrl !== undefined) return host === toHost(publicUrl)
  return host.replace(LOOPBACK, 'localhost') === toHost(local).replace(LOOPBACK, 'localhost')
}

/**
 * The addresses of a site. PUBLIC_URL wins for the first site; otherwise the main address that the owner
 * stored; without any, the local address.
 */
export function resolveOrigins(stored: readonly StoredAddress[], { server, isFirst }: { server: ServerAddress; isFirst: boolean }): SiteOrigins {
  const configured = isFirst ? server.publicUrl : undefined
  const origin = configured ?? stored.find(({ isMain }) => isMain)?.origin ?? server.publicUrl ?? server.local
  return { origin, origins: [...new Set([origin, ...stored.map((address) => address.origin)])] }
}
