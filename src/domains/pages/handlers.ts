/** Operation → action: pages of the site. */
import type { Handlers } from '#kit/api/mount.ts'
import type { RawReply } from '#kit/api/raw-reply.ts'
import { describePage } from './actions/page-head.ts'
import { resolvePage } from './actions/resolve-page.ts'
import { getRobots, getSitemap } from './actions/sitemap.ts'
import type { pagesApi } from './contract.ts'

const textReply = (contentType: string, body: string): RawReply => ({
  status: 200,
  headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
  body,
})

export const pagesHandlers: Handlers<typeof pagesApi> = {
  resolvePage: async (ctx, { query }) => {
    const resolution = await resolvePage(ctx, query.url)
    const head = resolution.status === 200 ? await describePage(ctx, query.url) : undefined
    return head ? { ...resolution, head } : resolution
  },
  getSitemap: async (ctx) => textReply('application/xml', await getSitemap(ctx)),
  getRobots: async (ctx) => textReply('text/plain', getRobots(ctx)),
}
