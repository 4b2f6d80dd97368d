/** The service worker of the site, with its name and colour. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { buildServiceWorker } from '../rules/service-worker.ts'

/** JavaScript. Refuses NOT_FOUND before the first site is set up. */
export async function getServiceWorker(ctx: ReadContext): Promise<string> {
  if (ctx.siteId === '') return refuseStandard('NOT_FOUND')
  const { name, accent, language } = await getSite(ctx)
  return buildServiceWorker({ name, accent, language: matchLanguage(language) ?? 'en' })
}
