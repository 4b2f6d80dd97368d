/** Draft, publication and earlier versions of the website. */
import { isDeepStrictEqual } from 'node:util'
import { changeSite, getSite } from '#domains/site/public.ts'
import { resolvePictureReferences } from '#domains/media/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import { checkWebsite, type WebsiteProblem } from '../rules/check-website.ts'
import { defaultWebsite, listPictureIds, type Website } from '../rules/website.ts'
import * as store from '../store.ts'

/** Publications that can be brought back. */
const MAX_VERSIONS = 30

const untouched: store.WebsiteRow = { draft: defaultWebsite, published: null, revision: 1, publishedAt: null }

const toDraft = ({ draft, published, revision, publishedAt }: store.WebsiteRow) => ({
  website: draft,
  revision: String(revision),
  publishedAt: publishedAt && toWireTime(publishedAt),
  // The database keeps the keys of documents in an order of its own.
  isChanged: !isDeepStrictEqual(draft, published ?? defaultWebsite),
})
export type Draft = ReturnType<typeof toDraft>

export const getDraft = async (ctx: ReadContext): Promise<Draft> => toDraft((await store.findWebsite(ctx)) ?? untouched)

/** What visitors see; undefined before the first publication. */
export const getPublished = (ctx: ReadContext): Promise<Website | undefined> =>
  ctx.cache(['website'], 'published', async () => (await store.findWebsite(ctx))?.published ?? undefined)

/** Locks the row and refuses with WEBSITE_CHANGED when the draft is no longer the one that the caller saw. */
async function lockDraft(ctx: TransactionContext, revision: string): Promise<store.WebsiteRow> {
  const row = await store.lockWebsite(ctx, defaultWebsite)
  return String(row.revision) === revision ? row : refuse('WEBSITE_CHANGED')
}
async function save(ctx: TransactionContext, row: store.WebsiteRow, change: Partial<store.WebsiteRow>): Promise<Draft> {
  const changed = { ...row, ...change, revision: row.revision + 1 }
  await store.saveWebsite(ctx, changed)
  return toDraft(changed)
}

const descriptions: Record<WebsiteProblem['problem'], string> = {
  TAKEN: 'is the address of another page',
  RESERVED: 'is an address that the site itself uses',
  UNSAFE_LINK: 'must be a web address, an email address, a telephone number or a path of the site',
  DUPLICATE_ID: 'is there twice',
}
async function assertValid(ctx: ReadContext, website: Website): Promise<void> {
  const problems = checkWebsite(website).map(
    ({ field, problem }): Violation => ({
      field: `website.${field}`,
      description: descriptions[problem],
      violatedRule: 'VALIDATION',
      ruleName: problem,
    }),
  )
  const ids = listPictureIds(website)
  const found = await resolvePictureReferences(
    ctx,
    ids.map((id) => ({ id })),
  )
  const missing = ids.filter((_, at) => !found[at])
  assertNoViolations([
    ...problems,
    ...missing.map(
      (id): Violation => ({ field: 'website', description: `shows the picture ${id}, which is not there`, violatedRule: 'VALIDATION', ruleName: 'NO_PICTURE' }),
    ),
  ])
}

/** Refuses with WEBSITE_CHANGED; violations for addresses that are taken or reserved, unsafe links, pictures that are not there. */
export async function saveDraft(ctx: TransactionContext, { website, revision }: { website: Website; revision: string }): Promise<Draft> {
  await assertValid(ctx, website)
  return save(ctx, await lockDraft(ctx, revision), { draft: website })
}

/** Visitors see the draft from now on; emails take its colour, too. Refuses with WEBSITE_CHANGED. */
export async function publish(ctx: TransactionContext, revision: string): Promise<Draft> {
  const row = await lockDraft(ctx, revision)
  await assertValid(ctx, row.draft)
  // The colour belongs to the site, whose emails and dashboard use it, too; a publication stores which one it was.
  const { accent = (await getSite(ctx)).accent, ...design } = row.draft.design
  await changeSite(ctx, { accent })
  const website = { ...row.draft, design }
  await store.insertVersion(ctx, { id: ctx.newId(), website: { ...website, design: { ...design, accent } }, publishedAt: ctx.now }, MAX_VERSIONS)
  return save(ctx, row, { draft: website, published: website, publishedAt: ctx.now })
}

/** Refuses with WEBSITE_CHANGED. */
export async function discardDraft(ctx: TransactionContext, revision: string): Promise<Draft> {
  const row = await lockDraft(ctx, revision)
  return save(ctx, row, { draft: row.published ?? defaultWebsite })
}

export async function listVersions(ctx: ReadContext) {
  const versions = await store.listVersions(ctx, MAX_VERSIONS)
  return { versions: versions.map(({ publishedAt, ...version }) => ({ ...version, publishedAt: toWireTime(publishedAt) })) }
}

/** An earlier publication becomes the draft; visitors see it once it is published. Refuses with NOT_FOUND, WEBSITE_CHANGED. */
export async function restoreVersion(ctx: TransactionContext, id: string, revision: string): Promise<Draft> {
  const website = (isGuid(id) ? await store.findVersion(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  return save(ctx, await lockDraft(ctx, revision), { draft: website })
}
