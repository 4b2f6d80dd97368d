/** The files that search engines ask for first. Members have profiles of their own; who looks for them finds them on the site. */
import { listServicesForDisplay } from '#domains/services/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { languages } from '#kit/pure/languages.ts'
import { renderRobots, renderSitemap, type SitemapEntry } from '../rules/sitemap.ts'

export const getRobots = (ctx: ReadContext): string => renderRobots(ctx.origin)

export async function getSitemap(ctx: ReadContext): Promise<string> {
  const fixed: SitemapEntry[] = ['/', '/services', '/schedule', '/plans'].map((path) => ({ path }))
  const services = ctx.siteId === '' ? [] : await listServicesForDisplay(ctx)
  const pages = services.map(({ mainSlug, updatedDate }) => ({ path: `/service/${encodeURIComponent(mainSlug.name)}`, changed: updatedDate }))
  return renderSitemap(ctx.origin, [...fixed, ...pages], Object.keys(languages))
}
