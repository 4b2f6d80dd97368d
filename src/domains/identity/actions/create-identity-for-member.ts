import type { TransactionContext } from '#kit/api/context.ts'
import { readEmail } from '../rules/email.ts'
import * as store from '../store/identities.ts'

/** Creates the identity of a member whom the owner created: without a password, or with an imported hash. Source: guide members §7.1. */
export async function createIdentityForMember(
  ctx: TransactionContext,
  { memberId, loginEmail, passwordHash }: { memberId: string; loginEmail: string; passwordHash?: string | undefined },
): Promise<void> {
  const email = readEmail(loginEmail)
  if (!email) throw new Error('a member was made with an address that is none')
  await store.insertIdentity(
    ctx,
    {
      siteId: ctx.siteId,
      id: memberId,
      email: email.address,
      emailKey: email.key,
      emailVerified: false,
      emailPending: false,
      approvalRequired: false,
      passwordHash: passwordHash ?? null,
      profile: {},
    },
    ctx.authNow,
  )
}
