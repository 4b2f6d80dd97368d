/** Looks a name up for a connection that may only leave for the open internet. */
import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './target.ts'

/** Answers with the addresses of a name, or an error when one of them is private: a name may point inward only later. */
export const openAddressesOnly: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const inward = addresses?.find(({ address }) => !isPublicAddress(address))
    if (error || inward) return done(error ?? Object.assign(new Error(`${name} points into a private network`), { code: 'EPRIVATE' }), [])
    if (options.all) return done(null, addresses)
    const [first] = addresses
    return done(null, first?.address ?? '', first?.family ?? 4)
  })
