/** OAuth apps of a site: created at set-up and in the dashboard. Source: guide identity §2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, type Violation } from '#kit/api/refusal.ts'
import { findListEntryProblem } from '../rules/redirect-match.ts'
import { hashSecret, newSecret } from '../../crypto/secrets.ts'
import { audit } from '../../store/audit.ts'
import * as store from '../store/apps.ts'

export interface OAuthAppInput {
  clientId?: string | undefined
  name: string
  description?: string | undefined
  applicationType?: string | undefined
  technology?: string | undefined
  loginUrl?: string | null | undefined
  logoutUrl?: string | null | undefined
  redirectUris?: readonly string[] | undefined
  redirectDomains?: readonly string[] | undefined
  allowLocalhost?: boolean | undefined
}

/** Violations in the redirect lists of an app. */
export function redirectListViolations(input: Pick<OAuthAppInput, 'redirectUris' | 'redirectDomains'>): Violation[] {
  const check = (entries: readonly string[] | undefined, kind: 'uri' | 'domain', field: string): Violation[] => [
    ...((entries?.length ?? 0) > 20
      ? [{ field, description: 'must have at most 20 entries', violatedRule: 'MAX_SIZE' as const, data: { threshold: 20 } }]
      : []),
    ...(entries ?? []).flatMap((entry, index) => {
      const problem = findListEntryProblem(entry, kind)
      return problem ? [{ field: `${field}[${index}]`, description: problem, violatedRule: 'FORMAT' as const, data: { type: 'URL' } }] : []
    }),
  ]
  return [...check(input.redirectUris, 'uri', 'oAuthApp.allowedRedirectUris'), ...check(input.redirectDomains, 'domain', 'oAuthApp.allowedRedirectDomains')]
}

/** Creates an OAuth app. The secret is returned once; only its hash is stored. */
export async function createOAuthApp(ctx: TransactionContext, input: OAuthAppInput): Promise<{ id: string; secret: string; app: store.AppRow }> {
  assertNoViolations(redirectListViolations(input))
  const secret = newSecret()
  const { clientId, redirectUris, redirectDomains, ...rest } = input
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as { name: string }
  const app = await store.insertApp(
    ctx,
    {
      ...given,
      siteId: ctx.siteId,
      id: clientId ?? ctx.newId(),
      redirectUris: [...(redirectUris ?? [])],
      redirectDomains: [...(redirectDomains ?? [])],
      secretHash: hashSecret(secret),
    },
    ctx.authNow,
  )
  await audit(ctx, 'app.created', { subjectId: app.id })
  return { id: app.id, secret, app }
}

/** The client id of the site's own pages: its oldest app. */
export async function getSiteClientId(ctx: ReadContext): Promise<string> {
  const [app] = await store.listApps(ctx.db, ctx.siteId)
  return app?.id ?? ''
}
