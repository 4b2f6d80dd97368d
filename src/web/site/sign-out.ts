/** Signs this browser out, here and with the storefronts that share the sign-in. */
import { call, queryClient } from '../api.ts'
import { forgetOfflineCopy, getClientId, saveTokens } from '../auth.ts'

export async function signOut(): Promise<void> {
  const body = { logout: { clientId: getClientId() }, callbacks: { postFlowUrl: `${location.origin}/signed-out` } }
  const session = await call('redirects.createRedirectSession', { body }).catch(() => undefined)
  saveTokens(undefined)
  queryClient.clear()
  await forgetOfflineCopy()
  const url = session ? new URL(session.redirectSession.fullUrl) : undefined
  location.assign(url ? url.pathname + url.search : '/signed-out')
}
