/** What the operator of the server allows a site. Source: guide identity §2.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { applyLimits, hasRoom, type SiteLimit, type SiteLimits, type SiteLimitsChange } from '../rules/limits.ts'
import * as store from '../store.ts'

/** The limits of this site; none are set unless the operator does. */
export const getSiteLimits = (ctx: ReadContext): Promise<SiteLimits> => ctx.cache(['site_setting'], 'limits', () => store.findLimits(ctx.db, ctx.siteId))

/** Changes what the change names. */
export async function changeSiteLimits(ctx: TransactionContext, change: SiteLimitsChange): Promise<void> {
  await store.lockLimits(ctx)
  await store.writeLimits(ctx, applyLimits(await store.findLimits(ctx.tx, ctx.siteId), change))
}

const sentences: Readonly<Record<Exclude<SiteLimit, 'requestsPerMinute'>, LocalizedText>> = {
  members: {
    message: 'This site can’t take more members. Its owner can ask the operator of the server for room.',
    de: 'Diese Website kann keine weiteren Mitglieder aufnehmen. Wer sie betreibt, kann den Betreiber des Servers um Platz bitten.',
    fr: 'Ce site ne peut plus accueillir de membres. Son propriétaire peut demander de la place à l’exploitant du serveur.',
    es: 'Este sitio no admite más miembros. Su propietario puede pedir espacio a quien opera el servidor.',
  },
  pictureBytes: {
    message: 'There is no room for more pictures. Delete some, or ask the operator of the server for room.',
    de: 'Für weitere Bilder ist kein Platz. Lösche einige, oder bitte den Betreiber des Servers um Platz.',
    fr: 'Il n’y a plus de place pour d’autres images. Supprimez-en, ou demandez de la place à l’exploitant du serveur.',
    es: 'No hay espacio para más imágenes. Elimina algunas o pide espacio a quien opera el servidor.',
  },
}

/**
 * Refuses with RESOURCE_EXHAUSTED what the site has no room for. `countUsed` counts no further than it is told. Two who ask at once come one after the other;
 * nothing is counted or locked at a site without this limit.
 */
export async function assertRoom(
  ctx: TransactionContext,
  limit: keyof typeof sentences,
  { more, countUsed }: { more: number; countUsed(upTo: number): Promise<number> },
): Promise<void> {
  const allowed = (await getSiteLimits(ctx))[limit]
  if (allowed === undefined) return
  await store.lockLimits(ctx)
  if (!hasRoom(allowed, await countUsed(allowed + 1), more)) refuseStandard('RESOURCE_EXHAUSTED', { limit, allowed }, sentences[limit])
}
