/** Connections to hosts that owners enter, for what is not HTTP: to the public internet only, unless the operator allows private addresses. */
import { connect, isIP, type Socket } from 'node:net'
import { arePrivateTargetsAllowed } from './fetch-public.ts'
import { isPublicAddress } from './public-address.ts'
import { lookupPublicAddress } from './public-lookup.ts'

/** An open connection to a host, a name or an address. Rejects when the host is private, cannot be reached, or takes longer than `timeoutMs`. */
export async function connectPublic(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const isFree = arePrivateTargetsAllowed()
  // Addresses are not looked up, so that the check of names would not see them.
  if (!isFree && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is in a private network`)
  return new Promise((done, fail) => {
    const socket = connect({ host, port, ...(!isFree && { lookup: lookupPublicAddress }) })
    const giveUp = (error: Error) => {
      socket.destroy()
      fail(error)
    }
    socket.setTimeout(timeoutMs, () => giveUp(new Error(`${host} does not answer`)))
    socket.once('error', giveUp)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeListener('error', giveUp)
      done(socket)
    })
  })
}
