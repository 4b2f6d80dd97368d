/** Emails to the owners of a site, for every domain that has news for them. */
import { ownerEmails } from '#domains/collaborators/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'

interface OwnerEmail {
  template: string
  variables: Record<string, unknown>
  /** Per owner, template and key an email is sent once; without key always. */
  uniqueKey?: string
}

/** The language of emails to owners: that of the site. */
const getOwnerLanguage = async (ctx: ReadContext): Promise<Language> => matchLanguage((await getSite(ctx)).language) ?? 'en'

/** Queues an email to every owner, in the language of the site and with its name. */
export async function emailOwners(ctx: TransactionContext, { template, variables, uniqueKey }: OwnerEmail): Promise<void> {
  const { name } = await getSite(ctx)
  const language = await getOwnerLanguage(ctx)
  const owners = await ctx.cache(['owner_site_role', 'owner_user', 'site'], 'emails of the owners', () => ownerEmails(ctx.tx, ctx.siteId))
  for (const to of owners)
    ctx.queueEmail({
      to,
      template,
      language,
      variables: { siteName: name, ...variables },
      ...(uniqueKey !== undefined && { uniqueKey: `${uniqueKey}:${to}` }),
    })
}
