/** Contract of the pages of the site. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

/** `title` is plain text; addresses are absolute; without `canonical` the page must not be indexed. */
const PageHead = Type.Object({
  title: Type.String(),
  description: Type.String(),
  siteName: Type.String(),
  language: Type.String(),
  canonical: Type.Optional(Type.String()),
  alternates: Type.Array(Type.Object({ language: Type.String(), url: Type.String() })),
  image: Type.Optional(Type.String()),
  /** JSON-LD in the vocabulary of schema.org. */
  structuredData: Type.Array(Type.Unknown()),
})

export const pagesApi = operations({
  resolvePage: {
    method: 'GET',
    path: '/api/pages/resolve',
    summary: 'Resolve a page of the site: found with its head, moved or not found',
    access: 'anyone',
    internal: true,
    work: 'read',
    /** `rs`: the redirect session whose site it is. */
    query: Type.Object({ url: Type.String({ maxLength: 4000 }), rs: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Type.Object({ status: Type.Integer(), location: Type.Optional(Type.String()), head: Type.Optional(PageHead) }),
    refuses: [],
  },
  getSitemap: {
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'List the public pages for search engines',
    access: 'anyone',
    internal: true,
    work: 'read',
    raw: true,
    reply: Type.Unknown(),
    refuses: [],
  },
  getRobots: {
    method: 'GET',
    path: '/robots.txt',
    summary: 'Say which pages search engines may visit',
    access: 'anyone',
    internal: true,
    work: 'read',
    raw: true,
    reply: Type.Unknown(),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const pagesContract = { pages: pagesApi }
