/** The provider rejects our key or request: kept for the dashboard, and told to the owners once until it works again. Source: guide pricing-plans §10.4. */
import { ownerEmails } from '#domains/collaborators/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { deleteProblem, hasProblem, insertProblem } from '../store/providers.ts'

export async function reportProviderOutage(ctx: TransactionContext, provider: string, problem: string): Promise<void> {
  if (!(await insertProblem(ctx, provider, problem))) return
  const site = await getSite(ctx)
  for (const to of await ownerEmails(ctx.tx, ctx.siteId))
    ctx.queueEmail({
      to,
      template: 'charges-stopped',
      language: matchLanguage(site.language) ?? 'en',
      uniqueKey: `stopped:${provider}:${ctx.now.epochMilliseconds}:${to}`,
      variables: { siteName: site.name, reasonPlain: problem, link: `${ctx.origin}/dashboard/money` },
    })
}

/** The provider works again. */
export async function clearProviderOutage(ctx: TransactionContext, provider: string): Promise<void> {
  if (await hasProblem(ctx, provider)) await deleteProblem(ctx, provider)
}
