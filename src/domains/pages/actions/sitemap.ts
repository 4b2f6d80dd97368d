/** The files that search engines ask for first. Members have profiles of their own; who looks for them finds them on the site. */
import { listPublicPages } from '#domains/website/public.ts'
import { listServicePages } from '#domains/services/public.ts'
import { listTeam } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { languages } from '#kit/pure/languages.ts'
import { MAX_ENTRIES, renderRobots, renderSitemap, type SitemapEntry } from '../rules/sitemap.ts'

/** `/robots.txt`. */
export const getRobots = (ctx: ReadContext): string => renderRobots(ctx.origin)

/** `/sitemap.xml`: all public pages with the instant of their last change. */
export async function getSitemap(ctx: ReadContext): Promise<string> {
  const fixed: SitemapEntry[] = ['/', '/services', '/schedule', '/plans'].map((path) => ({ path }))
  const own = ctx.siteId === '' ? [] : (await listPublicPages(ctx)).map(({ slug }): SitemapEntry => ({ path: `/${slug}` }))
  const people = ctx.siteId === '' ? [] : await listTeam(ctx)
  const team = [...(people.length > 0 ? ['/team'] : []), ...people.map(({ slug }) => `/team/${encodeURIComponent(slug)}`)].map(
    (path): SitemapEntry => ({ path }),
  )
  const services = ctx.siteId === '' ? [] : await listServicePages(ctx, MAX_ENTRIES - fixed.length - own.length - team.length)
  const pages = services.map(({ slug, updatedAt }) => ({ path: `/service/${encodeURIComponent(slug)}`, changed: toWireTime(updatedAt) }))
  return renderSitemap(ctx.origin, [...fixed, ...own, ...team, ...pages], Object.keys(languages))
}
