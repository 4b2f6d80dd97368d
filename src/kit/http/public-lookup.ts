/** Resolves a name for connections that may only reach the public internet. */
import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Answers with the addresses of a name, or an error when one of them is private: a name may point inward only later. */
export const lookupPublicAddress: LookupFunction = (name, options, callback) =>
  lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const privateAddress = addresses?.find(({ address }) => !isPublicAddress(address))
    if (error || privateAddress) return callback(error ?? Object.assign(new Error(`${name} points into a private network`), { code: 'EPRIVATE' }), [])
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    return callback(null, first?.address ?? '', first?.family ?? 4)
  })
