/** Operation → action. */
import { json, redirect } from '#kit/answer.ts'
import type { Handlers } from '#kit/mount.ts'
import { Refusal } from '#kit/refusal.ts'
import { authorize } from './actions/authorize.ts'
import { createRedirectSession } from './actions/create.ts'
import { enterById, enterByShortCode, flowOf, hostedTokens, returnAddress, startHostedSession } from './actions/hosted.ts'
import { logout } from './actions/logout.ts'
import { pageLanguage, plainPage, wrongAddress } from './actions/plain-page.ts'
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
  getHostedTokens: (ctx, { body }) => hostedTokens(ctx, body.rs),
  getReturnAddress: async (ctx, { query }) => {
    // A link is followed, a script reads the address.
    const followed = (ctx.headers.accept ?? '').includes('text/html')
    if (!followed) return json(200, await returnAddress(ctx, query), { 'cache-control': 'no-store' })
    try {
      const address = await returnAddress(ctx, query)
      return redirect(address.url ?? (query.outcome === 'success' ? '/thank-you' : '/'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const language = pageLanguage(ctx)
      return plainPage(error.status, language, error.code === 'REDIRECT_SESSION_EXPIRED' ? 'expired' : wrongAddress(error.in(language)))
    }
  },
}
