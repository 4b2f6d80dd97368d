/** A member who comes from another system and keeps their password: the business brings its hash. Source: guide identity 9.4, members 7.1. */
import type { Ctx } from '#kit/ctx.ts'
import { hashForm } from '#kit/pure/hash-form.ts'
import { orViolate, type Violation } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import type { Email } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import * as store from '../store/identities.ts'
import { audit } from '../store/throttles.ts'
import { identityToWire } from '../wire.ts'
import { badEmail, emailIn, latestBirthday, memberFor } from './register.ts'

const unknownHash: Violation = {
  field: 'passwordHash',
  description: 'must be an argon2, scrypt or bcrypt hash that is not too dear to check',
  violatedRule: 'FORMAT',
  data: {},
}

export async function createIdentity(ctx: Ctx, wish: { loginId?: unknown; profile?: unknown; passwordHash: string; emailVerified?: boolean | undefined }) {
  const sent = emailIn(wish.loginId)
  const { profile, violations } = readProfile(wish.profile, latestBirthday(ctx))
  orViolate([...(sent ? [] : [badEmail()]), ...violations, ...(hashForm(wish.passwordHash) ? [] : [unknownHash])])
  const { address, key } = sent as Email
  const { siteId, authNow } = ctx
  const holder = await store.identityByEmail(ctx.tx, siteId, key)
  if (holder && holder.memberStatus !== 'OFFLINE') refuse('-19995')
  if (holder) await store.updateIdentity(ctx.tx, siteId, holder.id, { closed: true }, authNow)
  const id = ctx.newId()
  const emailVerified = wish.emailVerified ?? false
  const rest = { emailPending: false, approvalRequired: false, passwordHash: wish.passwordHash, profile }
  await store.insertIdentity(ctx.tx, { siteId, id, email: address, emailKey: key, emailVerified, ...rest }, authNow)
  await memberFor(ctx, { id, email: address, profile, status: 'APPROVED', awaitsEmailProof: false, verified: emailVerified, existingContact: 'link' })
  await audit(ctx, 'member.brought', { subjectId: id })
  return { identity: identityToWire((await store.personById(ctx.tx, siteId, id)) as store.Person) }
}
