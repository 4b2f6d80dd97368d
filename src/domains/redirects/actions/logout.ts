/** Sign-out, by a browser or by a client. Source: guide identity §5.7. */
import { appById, listApps, cookieLine, readCookie, revokeSession, findSessionByCookie, SSO_COOKIE, addQueryParams } from '#domains/identity/public.ts'
import { jsonReply, redirectReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import * as store from '../store.ts'
import { isCallbackAllowed } from './create.ts'
import { getLang, getPageLanguage, renderPlainPage } from './plain-page.ts'

/** Ends the session of the browser or of the token, and leads on where that is allowed. Refuses API keys and apps with PERMISSION_DENIED. */
export async function logout(
  ctx: TransactionContext,
  query: { clientId?: string | undefined; postLogoutRedirectUri?: string | undefined; rs?: string | undefined },
): Promise<RawReply> {
  // API keys and apps act for the business and have no session. Source: guide identity §10.
  if (ctx.caller.appId) return refuseStandard('PERMISSION_DENIED')
  const row = await store.findRedirect(ctx.tx, query.rs, ctx.authNow)
  const cookie = await findSessionByCookie(ctx, readCookie(ctx.cookies, SSO_COOKIE))
  if (row?.intent === 'logout' && row.identitySessionId) await revokeSession(ctx.tx, row.siteId, row.identitySessionId, 'signed out', ctx.authNow)
  if (cookie) await revokeSession(ctx.tx, cookie.siteId, cookie.sessionId, 'signed out', ctx.authNow)
  const clear = cookieLine(ctx.requestOrigin, SSO_COOKIE, '', { sameSite: 'Lax', maxAgeSeconds: 0 })
  const app = await appById(ctx.tx, query.clientId)
  const siteId = row?.siteId ?? app?.siteId ?? ctx.siteId
  const apps = app ? [app] : siteId ? await listApps(ctx.tx, siteId) : []
  const wanted = query.postLogoutRedirectUri ?? (row?.intent === 'logout' ? row.callbacks.postFlowUrl : undefined)
  const address = wanted && isCallbackAllowed(ctx, wanted, apps) ? (row ? addQueryParams(wanted, { wixMemberLoggedIn: 'false' }) : wanted) : undefined
  if (ctx.headers.authorization) {
    if (ctx.caller.role === 'member' && ctx.caller.sessionId) await revokeSession(ctx.tx, ctx.siteId, ctx.caller.sessionId, 'signed out', ctx.authNow)
    return jsonReply(200, {
      statusCode: 302,
      headers: [
        { key: 'Location', value: address ?? ctx.requestOrigin },
        { key: 'Set-Cookie', value: clear },
      ],
      body: '',
    })
  }
  if (address) return redirectReply(address, { 'set-cookie': clear })
  const answer = renderPlainPage(200, getPageLanguage(ctx, getLang(row?.target)), 'signedOut')
  return { ...answer, headers: { ...answer.headers, 'set-cookie': clear } }
}
