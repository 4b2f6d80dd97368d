/** Operation → action. */
import { jsonReply, redirectReply } from '#kit/api/raw-reply.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { Refusal } from '#kit/api/refusal.ts'
import { authorize } from './actions/authorize.ts'
import { createRedirectSession } from './actions/create.ts'
import { enterById, enterByShortCode, loadFlow, issueHostedTokens, getReturnUrl, startHostedSession } from './actions/hosted.ts'
import { logout } from './actions/logout.ts'
import { getPageLanguage, renderPlainPage, addressNotAllowedPage } from './actions/plain-page.ts'
import type { redirectsApi } from './contract.ts'

const toRecord = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})

export const redirectsHandlers: Handlers<typeof redirectsApi> = {
  createRedirectSession: (ctx, { body }) => createRedirectSession(ctx, toRecord(body)),
  authorize: (ctx, { query }) => authorize(ctx, toRecord(query)),
  logout: (ctx, { query }) => logout(ctx, query),
  enter: (ctx, { query }) => enterById(ctx, query),
  enterShort: (ctx, { params }) => enterByShortCode(ctx, params.code),
  getHostedFlow: (ctx, { query }) => loadFlow(ctx, query.rs),
  startHostedSession: (ctx, { body }) => startHostedSession(ctx, body),
  getHostedTokens: (ctx, { body }) => issueHostedTokens(ctx, body.rs),
  getReturnAddress: async (ctx, { query }) => {
    // Browsers follow a redirect; scripts read the URL.
    const followed = (ctx.headers.accept ?? '').includes('text/html')
    if (!followed) return jsonReply(200, await getReturnUrl(ctx, query), { 'cache-control': 'no-store' })
    try {
      const address = await getReturnUrl(ctx, query)
      return redirectReply(address.url ?? (query.outcome === 'success' ? '/thank-you' : '/'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const language = getPageLanguage(ctx)
      return renderPlainPage(error.status, language, error.code === 'REDIRECT_SESSION_EXPIRED' ? 'expired' : addressNotAllowedPage(error.toText(language)))
    }
  },
}
