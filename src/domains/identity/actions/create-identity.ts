/** Imports a member from another system with the hash of their password. Source: guide identity §9.4, members §7.1. */
import type { TransactionContext } from '#kit/api/context.ts'
import { detectHashFormat } from '#kit/pure/hash-format.ts'
import { assertNoViolations, type Violation } from '#kit/api/refusal.ts'
import type { LoginId, ProfileInput } from '../contract/shapes.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readLoginEmail, type Email } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import { audit } from '../store/audit.ts'
import { identityToWire } from '../wire.ts'
import { createMemberIdentity } from './create-member-identity.ts'
import * as store from '../store/identities.ts'

const unknownHash: Violation = {
  field: 'passwordHash',
  description: 'must be an argon2, scrypt or bcrypt hash that is not too dear to check',
  violatedRule: 'FORMAT',
  data: {},
}

/** Creates a member with an imported password hash. Refuses with -19995 a used address; violates `passwordHash` in a form that is not understood. */
export async function createIdentity(
  ctx: TransactionContext,
  input: { loginId: LoginId; profile?: ProfileInput | null | undefined; passwordHash: string; emailVerified?: boolean | undefined },
) {
  const sent = readLoginEmail(input.loginId)
  const { profile, violations } = readProfile(input.profile, ctx.now)
  assertNoViolations([...(sent ? [] : [emailViolation()]), ...violations, ...(detectHashFormat(input.passwordHash) ? [] : [unknownHash])])
  const holder = await store.identityByEmail(ctx, (sent as Email).key)
  if (holder && holder.memberStatus !== 'OFFLINE') refuse('-19995')
  const emailVerified = input.emailVerified ?? false
  const email = sent as Email
  const id = await createMemberIdentity(ctx, { email, profile, passwordHash: input.passwordHash, emailVerified, existingContact: 'link', formerHolder: holder })
  await audit(ctx, 'member.brought', { subjectId: id })
  return { identity: identityToWire((await store.identityDetailsById(ctx, id)) as store.IdentityDetails) }
}
