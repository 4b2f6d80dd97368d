/** Identity providers of a site, as the owner configures them. Source: guide identity §5.7. */
import { findServiceUrlProblem } from '#kit/http/fetch-public.ts'
import type { OwnTransactionContext, BaseContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import * as store from '../store/providers.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'
import { callbackUrl, discover } from './providers.ts'

export interface IdentityProviderInput {
  id?: string | undefined
  name?: string | undefined
  issuer?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
  scopes?: string | undefined
  enabled?: boolean | undefined
}

/** Adds or changes a provider. Discovery runs first, so that the owner and not the members notice a wrong issuer. */
export async function saveProvider(ctx: OwnTransactionContext, input: IdentityProviderInput) {
  const before = input.id ? await ctx.transaction((work) => store.providerById(work.tx, work.siteId, input.id as string)) : undefined
  const row = {
    id: input.id?.toLowerCase() ?? ctx.newId(),
    name: input.name ?? before?.name ?? '',
    issuer: input.issuer ?? before?.issuer ?? '',
    clientId: input.clientId ?? before?.clientId ?? '',
    clientSecret: input.clientSecret ?? before?.clientSecret ?? '',
    scopes: input.scopes ?? before?.scopes ?? 'openid email profile',
    enabled: input.enabled ?? before?.enabled ?? true,
  }
  assertNoViolations([
    ...(['name', 'clientId', 'clientSecret'] as const)
      .filter((name) => row[name] === '')
      .map((name) => ({ field: `provider.${name}`, description: 'must be given', violatedRule: 'REQUIRED_FIELD' as const, data: {} })),
    ...(findServiceUrlProblem(row.issuer)
      ? [{ field: 'provider.issuer', description: 'must be an https address of the open internet', violatedRule: 'FORMAT' as const, data: { type: 'WEB_URL' } }]
      : []),
    ...(row.scopes.split(' ').includes('openid')
      ? []
      : [{ field: 'provider.scopes', description: 'must contain openid', violatedRule: 'VALIDATION' as const, data: {} }]),
  ])
  await discover(ctx, row)
  return ctx.transaction(async (work) => {
    const saved = await store.saveProvider(work, row, work.authNow)
    await audit(work, before ? 'provider.changed' : 'provider.added', { subjectId: saved.id })
    return { provider: providerToWire(work, saved) }
  })
}

export const providerToWire = (ctx: BaseContext, { id, name, issuer, clientId, scopes, enabled, createdAt }: store.ProviderRow) => ({
  id,
  name,
  issuer,
  clientId,
  scopes,
  enabled,
  callbackUrl: callbackUrl(ctx),
  createdDate: wireInstant(createdAt),
})
