/** Operation → action: sign-in of one member, audit log. */
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { createIdentity } from '../actions/create-identity.ts'
import type { memberAccessApi } from '../contract/member-access.ts'
import { auditEntries } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'
import * as access from '../actions/member-access.ts'

const toCursor = (row: { at: { toString(): string }; id: string }): string => Buffer.from(`${row.at.toString()} ${row.id}`).toString('base64url')
function readCursor(cursor: string | undefined): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) || !isGuid(id))
    assertNoViolations([{ field: 'cursor', description: 'must come from an earlier answer', violatedRule: 'FORMAT', data: {} }])
  return { at, id }
}

export const memberAccessHandlers: Handlers<typeof memberAccessApi> = {
  getMemberSignIn: (ctx, { params }) => access.getMemberSignIn(ctx, params.id),
  signOutMember: (ctx, { params, body }) => access.signOutMember(ctx, params.id, body.deviceId),
  demandNewPassword: async (ctx, { params }) => (await access.requireNewPassword(ctx, params.id), {}),
  resetSecondStep: (ctx, { params }) => access.resetSecondStep(ctx, params.id),
  markEmailVerified: async (ctx, { params }) => (await access.markEmailVerified(ctx, params.id), {}),
  createIdentity: (ctx, { body }) => createIdentity(ctx, body),
  inviteMember: (ctx, { body }) => access.inviteMember(ctx, body),

  listAuditLog: async (ctx, { query }) => {
    const { cursor, limit, ...filter } = query
    const rows = await auditEntries(ctx, { ...filter, before: readCursor(cursor), limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      entries: shown.map(({ at, ...entry }) => ({ ...entry, date: wireInstant(at) })),
      next: rows.length > limit && last ? toCursor(last) : null,
    }
  },
}
