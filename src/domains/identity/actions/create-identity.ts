/** A member who comes from another system and keeps their password: the business brings its hash. Source: guide identity 9.4, members 7.1. */
import type { Ctx } from '#kit/ctx.ts'
import { hashForm } from '#kit/pure/hash-form.ts'
import { orViolate, type Violation } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { badEmail, emailIn, type Email } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import * as store from '../store/identities.ts'
import { audit } from '../store/throttles.ts'
import { identityToWire } from '../wire.ts'
import { newPerson } from './new-person.ts'

const unknownHash: Violation = {
  field: 'passwordHash',
  description: 'must be an argon2, scrypt or bcrypt hash that is not too dear to check',
  violatedRule: 'FORMAT',
  data: {},
}

export async function createIdentity(ctx: Ctx, wish: { loginId?: unknown; profile?: unknown; passwordHash: string; emailVerified?: boolean | undefined }) {
  const sent = emailIn(wish.loginId)
  const { profile, violations } = readProfile(wish.profile, ctx.now)
  orViolate([...(sent ? [] : [badEmail()]), ...violations, ...(hashForm(wish.passwordHash) ? [] : [unknownHash])])
  const { siteId } = ctx
  const holder = await store.identityByEmail(ctx.tx, siteId, (sent as Email).key)
  if (holder && holder.memberStatus !== 'OFFLINE') refuse('-19995')
  const emailVerified = wish.emailVerified ?? false
  const email = sent as Email
  const id = await newPerson(ctx, { email, profile, passwordHash: wish.passwordHash, emailVerified, existingContact: 'link', formerHolder: holder })
  await audit(ctx, 'member.brought', { subjectId: id })
  return { identity: identityToWire((await store.personById(ctx.tx, siteId, id)) as store.Person) }
}
