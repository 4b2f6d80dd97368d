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
  image: Type.String(),
  /** The picture at the top: `srcset` and `sizes` of its element. */
  preload: Type.Optional(Type.Object({ srcset: Type.String(), sizes: Type.String() })),
  /** JSON-LD in the vocabulary of schema.org. */
  structuredData: Type.Array(Type.Unknown()),
  /** HTML of what the page says, for readers without JavaScript, and the address of the same as Markdown. */
  content: Type.Optional(Type.String()),
  markdown: Type.Optional(Type.String()),
})

const FirstCall = Type.Object({ method: Type.Enum(['GET', 'POST']), url: Type.String(), body: Type.Optional(Type.Unknown()) })

/** `lang`: the language to read in; without it that of the reader. */
const ReadIn = Type.Object({ lang: Type.Optional(Type.String({ maxLength: 35 })) })
const markdown = {
  method: 'GET',
  access: 'anyone',
  internal: true,
  work: 'read',
  raw: true,
  query: ReadIn,
  reply: Type.Unknown(),
  refuses: [],
} as const

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
    reply: Type.Object({
      status: Type.Integer(),
      location: Type.Optional(Type.String()),
      head: Type.Optional(PageHead),
      /** What the page asks at once. */
      firstCalls: Type.Optional(Type.Array(FirstCall)),
    }),
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

const BySlug = Type.Object({ slug: Type.String({ maxLength: 520 }) })

/** What pages say, as Markdown: each page under its own path and `.md`. */
export const markdownApi = operations({
  getGuide: { ...markdown, path: '/llms.txt', summary: 'Introduce the site and its pages to language models' },
  getHome: { ...markdown, path: '/index.md', summary: 'Read the home page as Markdown' },
  getServices: { ...markdown, path: '/services.md', summary: 'Read the list of services as Markdown' },
  getSchedule: { ...markdown, path: '/schedule.md', summary: 'Read the class schedule as Markdown' },
  getPlans: { ...markdown, path: '/plans.md', summary: 'Read the plans as Markdown' },
  getService: {
    ...markdown,
    path: '/service/{slug}.md',
    params: BySlug,
    summary: 'Read the page of a service as Markdown',
  },
  getTeam: { ...markdown, path: '/team.md', summary: 'Read the list of the team as Markdown' },
  getTeamMember: { ...markdown, path: '/team/{slug}.md', params: BySlug, summary: 'Read the page of a team member as Markdown' },
  getOwnPage: { ...markdown, path: '/{slug}.md', params: BySlug, summary: 'Read a page of the owner’s own as Markdown' },
})

const file = { ...markdown, query: Type.Object({}) } as const

/** The site as an app on a phone, and as parts of other websites. */
export const appApi = operations({
  getEmbedScript: { ...file, path: '/embed.js', summary: 'Get the script that shows parts of the site on other websites' },
  getServiceWorker: { ...file, path: '/service-worker.js', summary: 'Get the script that shows a page without a network' },
  getManifest: { ...file, path: '/manifest.webmanifest', summary: 'Describe the site as an app that can be installed' },
  getSmallIcon: { ...file, path: '/icon-192.png', summary: 'Get the icon of the site' },
  getLargeIcon: { ...file, path: '/icon-512.png', summary: 'Get the icon of the site in large' },
  getSharePicture: {
    ...file,
    path: '/share-picture.png',
    /** `v` tells versions apart for those who keep them, and draws nothing. */
    query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 20 })) }),
    summary: 'Get the picture that link previews show of the site',
  },
  getAppleIcon: { ...file, path: '/apple-touch-icon.png', summary: 'Get the icon of the site as iOS asks for it' },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const pagesContract = { pages: pagesApi, markdown: markdownApi, app: appApi }
