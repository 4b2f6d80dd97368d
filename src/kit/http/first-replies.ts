/** Asks what a page will ask at once, as a visitor or as who is signed in to the dashboard, so that the replies can be written into it. */
import type { FastifyInstance } from 'fastify'
import { toCallKey } from '../pure/call-key.ts'

export interface PageCall {
  method: 'GET' | 'POST'
  url: string
  body?: unknown
}
/** Who looks at the page: the calls count for their address, because they need not ask again. */
export interface PageReader {
  host: string
  ip: string
  language: string | undefined
}
interface Visitor {
  /** Of the visitor token. */
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** JSON of an object with the replies. */
export const writeReplies = (replies: ReadonlyMap<string, string>): string =>
  replies.size === 0 ? '' : `{${[...replies].map(([key, body]) => `${JSON.stringify(key)}:${body}`).join()}}`

/** A visitor of the server stands for everyone: a token of their own costs a page more than its questions. */
const VISITOR_MINUTES = 30
/** One visitor for each site that was looked at of late. */
const MAX_VISITORS = 500

export function createFirstReplies(app: FastifyInstance, now: () => number = Date.now) {
  const visitors = new Map<string, Promise<Visitor | undefined>>()
  async function signInVisitor(clientId: string): Promise<Visitor | undefined> {
    const response = await app.inject({ method: 'POST', url: '/oauth2/token', payload: { clientId, grantType: 'anonymous' } })
    if (response.statusCode !== 200) return undefined
    return { token: (response.json() as { access_token: string }).access_token, expiresAt: now() + VISITOR_MINUTES * 60_000 }
  }
  async function findVisitor(clientId: string): Promise<Visitor | undefined> {
    const known = await visitors.get(clientId)
    if (known && known.expiresAt > now()) return known
    const found = signInVisitor(clientId)
    visitors.delete(clientId)
    visitors.set(clientId, found)
    for (const oldest of visitors.keys()) if (visitors.size > MAX_VISITORS) visitors.delete(oldest)
    return found
  }
  /** Bodies of the replies by `toCallKey`; what is refused, or fails, is left out: the page asks itself and says why. */
  async function askAll(calls: readonly PageCall[], credential: Record<string, string>, reader: PageReader): Promise<Map<string, string>> {
    const { host, ip: remoteAddress, language } = reader
    const headers = { host, ...credential, ...(language ? { 'accept-language': language } : {}) }
    const replies = await Promise.all(
      calls.map(async ({ method, url, body }) => {
        const response = await app.inject({ method, url, headers, remoteAddress, ...(method === 'POST' ? { payload: body as object } : {}) })
        return response.statusCode === 200 ? ([[toCallKey(method, url, body), response.body]] as const) : []
      }),
    )
    return new Map(replies.flat())
  }
  return {
    async ask(calls: readonly PageCall[], { clientId, reader }: { clientId: string; reader: PageReader }): Promise<Map<string, string>> {
      const visitor = calls.length > 0 ? await findVisitor(clientId) : undefined
      return visitor ? askAll(calls, { authorization: visitor.token }, reader) : new Map()
    },
    /** As whose session the cookies of the request name; without any there is nothing to ask. Only reads, for they carry no token against forged requests. */
    askSignedIn: (calls: readonly PageCall[], { cookie, reader }: { cookie: string | undefined; reader: PageReader }): Promise<Map<string, string>> =>
      askAll(cookie ? calls.filter(({ method }) => method === 'GET') : [], { cookie: cookie ?? '' }, reader),
  }
}
