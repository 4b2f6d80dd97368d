/** Sealed credentials of the server, kept with its first site. */
import { readSiteSetting } from '#domains/site/public.ts'
import type { ReadDatabase } from '#kit/db/open.ts'

/** Read without a context: at start there is no request yet. */
export async function findSealedConnections(db: ReadDatabase, siteId: string, keys: { smtp: string; stripe: string }) {
  const [smtp, stripe] = [await readSiteSetting(db, siteId, keys.smtp), await readSiteSetting(db, siteId, keys.stripe)]
  return { ...(typeof smtp === 'string' && { smtp }), ...(typeof stripe === 'string' && { stripe }) }
}
