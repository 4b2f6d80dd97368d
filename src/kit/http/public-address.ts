/** Which addresses outgoing calls may reach: never the private network of the server, unless the operator allows it. */
import { BlockList, isIP } from 'node:net'

const blockedRanges = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blockedRanges.addSubnet(net, bits, 'ipv4')
// Of version 6 only the global unicast block is the open internet; within it some ranges wrap other addresses.
const globalUnicast6 = new BlockList()
globalUnicast6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  blockedRanges.addSubnet(net, bits, 'ipv6')

/** An address of the open internet; false for everything private, local, reserved or wrapped. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blockedRanges.check(address, 'ipv4')
  return version === 6 && globalUnicast6.check(address, 'ipv6') && !blockedRanges.check(address, 'ipv6')
}

export type UrlProblem = 'NOT_AN_ADDRESS' | 'NOT_HTTPS' | 'HAS_CREDENTIALS' | 'PRIVATE_NETWORK'

/** The problem of an address before its name is resolved; undefined when there is none. */
export function findUrlProblem(text: string, allowPrivate: boolean): UrlProblem | undefined {
  if (!URL.canParse(text)) return 'NOT_AN_ADDRESS'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'NOT_AN_ADDRESS'
  if (url.protocol === 'http:' && !allowPrivate) return 'NOT_HTTPS'
  if (url.username || url.password) return 'HAS_CREDENTIALS'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocalName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host) || (isIP(host) === 0 && !host.includes('.'))
  if (!allowPrivate && (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host)))) return 'PRIVATE_NETWORK'
  return undefined
}
