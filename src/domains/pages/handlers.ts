/** Operation → action: pages of the site. */
import type { Handlers } from '#kit/api/mount.ts'
import type { RawReply } from '#kit/api/raw-reply.ts'
import { getGuide, getMarkdownPage } from './actions/markdown.ts'
import { getSharePicture } from './actions/share-picture.ts'
import { getIcon, getManifest } from './actions/app-icon.ts'
import { listCallsOfPage } from './actions/first-calls.ts'
import { describePage } from './actions/page-head.ts'
import { resolvePage } from './actions/resolve-page.ts'
import { getServiceWorker } from './actions/service-worker.ts'
import { getRobots, getSitemap } from './actions/sitemap.ts'
import { embedScript } from './rules/embed-script.ts'
import { listDashboardCalls } from './rules/first-calls.ts'
import type { appApi, markdownApi, pagesApi } from './contract.ts'

const textReply = (contentType: string, body: string): RawReply => ({
  status: 200,
  headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
  body,
})

export const pagesHandlers: Handlers<typeof pagesApi> = {
  resolvePage: async (ctx, { query }) => {
    const resolution = await resolvePage(ctx, query.url)
    const head = resolution.status === 200 ? await describePage(ctx, query.url) : undefined
    return head ? { ...resolution, head, firstCalls: listDashboardCalls(query.url) ?? (await listCallsOfPage(ctx, query.url)) } : resolution
  },
  getSitemap: async (ctx) => textReply('application/xml', await getSitemap(ctx)),
  getRobots: async (ctx) => textReply('text/plain', getRobots(ctx)),
}

/** The language of the reader decides, where the address names none. */
const markdownReply = (body: string): RawReply => ({
  status: 200,
  headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=300', vary: 'accept-language' },
  body,
})

export const markdownHandlers: Handlers<typeof markdownApi> = {
  getGuide: async (ctx) => textReply('text/markdown', await getGuide(ctx)),
  getHome: async (ctx, { query }) => markdownReply(await getMarkdownPage(ctx, '/', query.lang)),
  getServices: async (ctx, { query }) => markdownReply(await getMarkdownPage(ctx, '/services', query.lang)),
  getSchedule: async (ctx, { query }) => markdownReply(await getMarkdownPage(ctx, '/schedule', query.lang)),
  getPlans: async (ctx, { query }) => markdownReply(await getMarkdownPage(ctx, '/plans', query.lang)),
  getTeam: async (ctx, { query }) => markdownReply(await getMarkdownPage(ctx, '/team', query.lang)),
  getTeamMember: async (ctx, { params, query }) => markdownReply(await getMarkdownPage(ctx, `/team/${encodeURIComponent(params.slug)}`, query.lang)),
  getOwnPage: async (ctx, { params, query }) => markdownReply(await getMarkdownPage(ctx, `/${encodeURIComponent(params.slug)}`, query.lang)),
  getService: async (ctx, { params, query }) => markdownReply(await getMarkdownPage(ctx, `/service/${encodeURIComponent(params.slug)}`, query.lang)),
}

/** The address stays when the owner chooses another colour, or name. */
const pngReply = (body: Uint8Array): RawReply => ({ status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }, body })

/** A new version counts from the next page on. */
const scriptReply = (body: string): RawReply => {
  const { headers, ...reply } = textReply('text/javascript', body)
  return { ...reply, headers: { ...headers, 'cache-control': 'no-cache' } }
}

export const appHandlers: Handlers<typeof appApi> = {
  getEmbedScript: async () => textReply('text/javascript', embedScript),
  getServiceWorker: async (ctx) => scriptReply(await getServiceWorker(ctx)),
  getManifest: async (ctx) => textReply('application/manifest+json', await getManifest(ctx)),
  getSmallIcon: async (ctx) => pngReply(await getIcon(ctx, '192')),
  getLargeIcon: async (ctx) => pngReply(await getIcon(ctx, '512')),
  getSharePicture: async (ctx) => pngReply(await getSharePicture(ctx)),
  getAppleIcon: async (ctx) => pngReply(await getIcon(ctx, 'apple')),
}
