/** The owner's session is a cookie; every call carries a token against forged requests beside it. */
import { prefetchApiQuery, queryClient } from '#web/api.ts'
import { setCsrf } from '#web/auth.ts'
import type { ReplyOf } from '#web/operations.ts'

const SIGNED_IN_KEY = 'atrium.dashboard'
export function storeCsrfToken(reply: ReplyOf<'collaborators.getOwner'> | undefined): void {
  if (!reply) return
  setCsrf(reply.csrfToken)
  try {
    if (reply.user) localStorage.setItem(SIGNED_IN_KEY, '1')
    else localStorage.removeItem(SIGNED_IN_KEY)
  } catch {
    /* private windows without storage: the first screen asks one after the other */
  }
}
function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) !== null
  } catch {
    return false
  }
}

/** Asks at once what the frame, and Today where it is opened, would ask one after the other. Only in a browser that was signed in: elsewhere they would be refused. */
export function prefetchFirstReplies(): void {
  if (!wasSignedIn()) return
  prefetchApiQuery('collaborators.getOwner')
  prefetchApiQuery('setup.getSiteSettings')
  if (/^[/]dashboard[/]?$/.test(location.pathname)) prefetchApiQuery('reports.getToday')
}

/** Clears cached data at sign-in and sign-out. */
export function clearOwnerCache(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === 'owner' })
}
