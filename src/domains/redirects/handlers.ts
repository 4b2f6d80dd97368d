/** Operation → action. */
import { json, redirect } from '#kit/answer.ts'
import type { Handlers } from '#kit/mount.ts'
import { authorize } from './actions/authorize.ts'
import { createRedirectSession } from './actions/create.ts'
import { enterById, enterByShortCode, flowOf, hostedTokens, returnAddress, startHostedSession } from './actions/hosted.ts'
import { logout } from './actions/logout.ts'
import type { redirectsApi } from './contract.ts'

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})

export const redirectsHandlers: Handlers<typeof redirectsApi> = {
  createRedirectSession: (ctx, { body }) => createRedirectSession(ctx, record(body)),
  authorize: (ctx, { query }) => authorize(ctx, record(query)),
  logout: (ctx, { query }) => logout(ctx, query),
  enter: (ctx, { query }) => enterById(ctx, query),
  enterShort: (ctx, { params }) => enterByShortCode(ctx, params.code),
  getHostedFlow: (ctx, { query }) => flowOf(ctx, query.rs),
  startHostedSession: (ctx, { body }) => startHostedSession(ctx, body),
  getHostedTokens: (ctx) => hostedTokens(ctx),
  getReturnAddress: async (ctx, { query }) => {
    const address = await returnAddress(ctx, query)
    // A link is followed, a script reads the address.
    const followed = (ctx.headers.accept ?? '').includes('text/html')
    return followed ? redirect(address.url ?? (query.outcome === 'success' ? '/thank-you' : '/')) : json(200, address, { 'cache-control': 'no-store' })
  },
}
