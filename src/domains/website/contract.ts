/** Contract of the website that an owner arranges: the draft, its publication, and what visitors read of it. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { byLanguage } from '#kit/api/wire.ts'

const MAX_PAGES = 30
const MAX_BLOCKS = 30
const MAX_LINES = 300

/** A text per language of the product. */
const texts = (maxLength: number) => byLanguage(Type.String({ maxLength }))
const Title = Type.Optional(texts(120))
const Id = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9-]+$' })

const TextLine = Type.Object({
  type: Type.Enum(['paragraph', 'heading', 'subheading', 'bullet', 'number']),
  runs: Type.Array(
    Type.Object({
      text: Type.String({ maxLength: 5000 }),
      bold: Type.Optional(Type.Boolean()),
      italic: Type.Optional(Type.Boolean()),
      href: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    { maxItems: 100 },
  ),
})
const Lines = Type.Array(TextLine, { maxItems: MAX_LINES })
const RichTexts = byLanguage(Lines)

/** `id`: the public id of an uploaded picture; sizes in pixels; `focus` in percent from the left and the top. */
const Picture = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}_[0-9a-f]{32}$' }),
  width: Type.Integer({ minimum: 1, maximum: 10_000 }),
  height: Type.Integer({ minimum: 1, maximum: 10_000 }),
  alt: Type.Optional(texts(300)),
  focus: Type.Optional(Type.Object({ x: Type.Number({ minimum: 0, maximum: 100 }), y: Type.Number({ minimum: 0, maximum: 100 }) })),
})

const Block = Type.Union([
  Type.Object({
    id: Id,
    type: Type.Literal('hero'),
    look: Type.Enum(['drawn', 'picture', 'plain']),
    title: Title,
    text: Type.Optional(texts(600)),
    picture: Type.Optional(Picture),
  }),
  Type.Object({ id: Id, type: Type.Literal('text'), title: Title, body: RichTexts, picture: Type.Optional(Picture) }),
  Type.Object({
    id: Id,
    type: Type.Enum(['classes', 'services', 'plans', 'team']),
    title: Title,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
  }),
  Type.Object({ id: Id, type: Type.Literal('location'), title: Title }),
  Type.Object({ id: Id, type: Type.Literal('gallery'), title: Title, pictures: Type.Array(Picture, { maxItems: 24 }) }),
  Type.Object({
    id: Id,
    type: Type.Literal('reviews'),
    title: Title,
    reviews: Type.Array(Type.Object({ text: texts(600), name: Type.String({ maxLength: 100 }) }), { maxItems: 20 }),
  }),
  Type.Object({
    id: Id,
    type: Type.Literal('questions'),
    title: Title,
    questions: Type.Array(Type.Object({ question: texts(200), answer: texts(2000) }), { maxItems: 40 }),
  }),
  Type.Object({ id: Id, type: Type.Literal('contact'), title: Title, text: Type.Optional(texts(600)) }),
])
const Blocks = Type.Array(Block, { maxItems: MAX_BLOCKS })

const Label = texts(60)
const Link = Type.Union([
  Type.Object({ kind: Type.Literal('BUILT_IN'), page: Type.Enum(['services', 'schedule', 'plans', 'members', 'team']), label: Type.Optional(Label) }),
  Type.Object({ kind: Type.Literal('PAGE'), pageId: Id, label: Type.Optional(Label) }),
  Type.Object({ kind: Type.Literal('URL'), url: Type.String({ minLength: 1, maxLength: 500 }), label: Label }),
])
const Menu = Type.Array(Link, { maxItems: 12 })
const Footer = Type.Object({
  text: Type.Optional(texts(400)),
  links: Type.Array(Link, { maxItems: 12 }),
  social: Type.Array(
    Type.Object({
      network: Type.Enum(['instagram', 'facebook', 'youtube', 'tiktok', 'linkedin', 'whatsapp', 'mastodon', 'x']),
      url: Type.String({ maxLength: 300 }),
    }),
    { maxItems: 8 },
  ),
})
const designLook = {
  tone: Type.Enum(['warm', 'cool', 'neutral']),
  font: Type.Enum(['system', 'modern', 'classic', 'friendly']),
  corners: Type.Enum(['round', 'soft', 'square']),
  scheme: Type.Enum(['auto', 'light', 'dark']),
  logo: Type.Optional(Picture),
  icon: Type.Optional(Picture),
}
const Design = Type.Object({ accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })), ...designLook })
const pageHead = { id: Id, slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 }), title: texts(80) }
const Page = Type.Object({ ...pageHead, description: Type.Optional(texts(300)), blocks: Blocks })

const Website = Type.Object({ design: Design, menu: Menu, footer: Footer, home: Blocks, pages: Type.Array(Page, { maxItems: MAX_PAGES }) })

/** What every page needs of the published website: its look, its menu, and which pages there are. */
export const PublicWebsite = Type.Object({ design: Design, menu: Menu, footer: Footer, pages: Type.Array(Type.Object(pageHead)) })
/** A page as visitors read it; the home page has the slug ''. */
export const PublicPage = Type.Object({ slug: Type.String(), title: texts(120), blocks: Blocks })

/** `revision` names the state of the draft that a change was made to; `publishedAt` is null before the first publication. */
const Draft = Type.Object({
  website: Website,
  revision: Type.String(),
  publishedAt: Type.Union([Type.String(), Type.Null()]),
  /** Whether the draft is anything else than what visitors see. */
  isChanged: Type.Boolean(),
})
const WithRevision = Type.Object({ revision: Type.String({ minLength: 1, maxLength: 20 }) })

const owner = { access: { owner: 'any' }, permission: 'SITES.MANAGE', internal: true } as const
export const websiteApi = operations({
  getDraft: { ...owner, method: 'GET', path: '/api/website', summary: 'Get the draft of the website', work: 'read', reply: Draft, refuses: [] },
  saveDraft: {
    ...owner,
    method: 'PUT',
    path: '/api/website',
    summary: 'Save the draft of the website',
    body: Type.Object({ website: Website, revision: Type.String({ minLength: 1, maxLength: 20 }) }),
    reply: Draft,
    refuses: ['WEBSITE_CHANGED'],
  },
  publish: {
    ...owner,
    method: 'POST',
    path: '/api/website/publish',
    summary: 'Show the draft to visitors',
    body: WithRevision,
    reply: Draft,
    refuses: ['WEBSITE_CHANGED'],
  },
  discardDraft: {
    ...owner,
    method: 'POST',
    path: '/api/website/discard',
    summary: 'Go back to what visitors see',
    body: WithRevision,
    reply: Draft,
    refuses: ['WEBSITE_CHANGED'],
  },
  listVersions: {
    ...owner,
    method: 'GET',
    path: '/api/website/versions',
    summary: 'List the last publications of the website, newest first',
    work: 'read',
    reply: Type.Object({ versions: Type.Array(Type.Object({ id: Type.String(), publishedAt: Type.String(), pages: Type.Integer() })) }),
    refuses: [],
  },
  restoreVersion: {
    ...owner,
    method: 'POST',
    path: '/api/website/versions/{id}/restore',
    summary: 'Make an earlier publication the draft',
    params: Type.Object({ id: Type.String() }),
    body: WithRevision,
    reply: Draft,
    refuses: ['NOT_FOUND', 'WEBSITE_CHANGED'],
  },
  getPage: {
    method: 'GET',
    path: '/api/website-page',
    summary: 'Get a published page of the owner; without a slug the home page',
    access: 'anyone',
    internal: true,
    work: 'read',
    query: Type.Object({ slug: Type.Optional(Type.String({ maxLength: 60 })) }),
    reply: Type.Object({ page: PublicPage }),
    refuses: ['NOT_FOUND'],
  },
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact-message',
    summary: 'Send a message to the business by email',
    access: { visitor: 'any', member: 'any' },
    internal: true,
    // A captcha may be checked by a service.
    work: 'own',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      email: Type.String({ format: 'email', maxLength: 254 }),
      message: Type.String({ minLength: 1, maxLength: 4000 }),
      /** A field that people do not see: a message that fills it in comes from a program, and is dropped. */
      company: Type.Optional(Type.String({ maxLength: 4000 })),
      /** As of sign-up; identity reads them. */
      captchaTokens: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 5 })),
    }),
    reply: Type.Object({}),
    refuses: ['NO_CONTACT_FORM', 'TOO_MANY_MESSAGES', '-19970', '-19971'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const websiteContract = { website: websiteApi }
