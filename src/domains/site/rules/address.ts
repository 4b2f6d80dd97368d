/** Addresses of a site, and which of them links use. Source: guide identity §2.1. */

import { toHost } from '#kit/pure/origin.ts'

/** Address of the server by its configuration. */
export interface ServerAddress {
  /** The configured public origin; it belongs to the first site. */
  publicUrl: string | undefined
  /** http://localhost with the port. */
  local: string
}

/** WAITING until it is proved that a host comes to this server; only a CHECKED one is served and has links. */
export type AddressState = 'WAITING' | 'CHECKED' | 'FAILED'
/** NOT_CALLED: plain http or a private network; UNREACHABLE: no answer; OTHER_SERVER: another answer; TAKEN: another site proved it first. */
export type AddressProblem = 'NOT_CALLED' | 'UNREACHABLE' | 'OTHER_SERVER' | 'TAKEN'
/** Of one site, the main one included. */
export const MAX_ADDRESSES = 21

export interface StoredAddress {
  origin: string
  isMain: boolean
  state: AddressState
  problem: AddressProblem | null
}

/** What the answer to a check says; undefined when it proves the host. No answer: nothing was there. */
export function findAnswerProblem(expected: string, answer: { status: number; body: string } | undefined): AddressProblem | undefined {
  if (answer === undefined) return 'UNREACHABLE'
  return answer.status === 200 && answer.body.trim() === expected ? undefined : 'OTHER_SERVER'
}

/** `origin` is where links lead; `origins` are all addresses of the site, that one first. */
export interface SiteOrigins {
  origin: string
  origins: readonly string[]
  /** Read with them, for every call asks for both: how many calls of the API the operator allows. */
  requestsPerMinute?: number | undefined
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/

/** Whether a host is the server's own, which leads to the first site: that of PUBLIC_URL, or without one localhost. */
export function isServerHost(host: string, { publicUrl, local }: ServerAddress): boolean {
  if (publicUrl !== undefined) return host === toHost(publicUrl)
  return host.replace(LOOPBACK, 'localhost') === toHost(local).replace(LOOPBACK, 'localhost')
}

/**
 * The addresses of a site. PUBLIC_URL wins for the first site; otherwise the main address that the owner
 * stored; without any, the local address. Hosts that are not proved are none.
 */
export function resolveOrigins(
  all: readonly Pick<StoredAddress, 'origin' | 'isMain' | 'state'>[],
  { server, isFirst }: { server: ServerAddress; isFirst: boolean },
): SiteOrigins {
  const stored = all.filter(({ state }) => state === 'CHECKED')
  const configured = isFirst ? server.publicUrl : undefined
  const origin = configured ?? stored.find(({ isMain }) => isMain)?.origin ?? server.publicUrl ?? server.local
  return { origin, origins: [...new Set([origin, ...stored.map((address) => address.origin)])] }
}
