import { describe, expect, test } from 'vitest'
import { identityStatus, decideLogin, decideRegistration, decideSignOn, type IdentityState } from './sign-in.ts'

const EMAIL = 'PENDING_EMAIL_VERIFICATION_REQUIRED'
const ADMIN = 'PENDING_ADMIN_APPROVAL_REQUIRED'

describe('what a registration becomes', () => {
  test.each([
    { verify: false, approve: false, contact: false, state: 'SUCCESS', name: 'ACTIVE', reasons: [], member: 'APPROVED' },
    { verify: false, approve: false, contact: true, state: 'REQUIRE_EMAIL_VERIFICATION', name: 'PENDING', reasons: [EMAIL], member: 'PENDING' },
    { verify: true, approve: false, contact: false, state: 'REQUIRE_EMAIL_VERIFICATION', name: 'PENDING', reasons: [EMAIL], member: 'PENDING' },
    { verify: true, approve: false, contact: true, state: 'REQUIRE_EMAIL_VERIFICATION', name: 'PENDING', reasons: [EMAIL], member: 'PENDING' },
    { verify: false, approve: true, contact: false, state: 'REQUIRE_OWNER_APPROVAL', name: 'PENDING', reasons: [ADMIN], member: 'PENDING' },
    { verify: false, approve: true, contact: true, state: 'REQUIRE_EMAIL_VERIFICATION', name: 'PENDING', reasons: [EMAIL, ADMIN], member: 'PENDING' },
    { verify: true, approve: true, contact: false, state: 'REQUIRE_EMAIL_VERIFICATION', name: 'PENDING', reasons: [EMAIL, ADMIN], member: 'PENDING' },
  ])('verify $verify, approve $approve, contact $contact → $state', ({ verify, approve, contact, state, name, reasons, member }) => {
    const outcome = decideRegistration({ requireEmailVerification: verify, requireOwnerApproval: approve }, contact)
    expect(outcome).toMatchObject({ state, memberStatus: member })
    expect(identityStatus({ ...outcome, closed: false })).toEqual({ name, reasons })
  })
})

const active: IdentityState = { memberStatus: 'APPROVED', emailPending: false, approvalRequired: false, closed: false }

describe('what a right password leads to', () => {
  test.each<[string, Partial<IdentityState>, boolean, unknown]>([
    ['active', {}, false, { ok: 'SUCCESS' }],
    ['email not proven', { memberStatus: 'PENDING', emailPending: true }, false, { ok: 'REQUIRE_EMAIL_VERIFICATION' }],
    ['email not proven although approved', { emailPending: true }, false, { ok: 'REQUIRE_EMAIL_VERIFICATION' }],
    ['not approved yet', { memberStatus: 'PENDING', approvalRequired: true }, false, { ok: 'REQUIRE_OWNER_APPROVAL' }],
    ['a new password demanded', {}, true, { refused: '-19973' }],
    ['blocked', { memberStatus: 'BLOCKED' }, false, { refused: 'MEMBER_BLOCKED' }],
    ['disconnected', { memberStatus: 'OFFLINE' }, false, { refused: '-19976' }],
    ['closed', { closed: true }, false, { refused: '-19976' }],
  ])('%s', (_, change, reset, outcome) => expect(decideLogin({ ...active, ...change }, reset)).toEqual(outcome))
})

test('a trusted sign-on proves the email only when it says so, and never lifts a block', () => {
  const pending: IdentityState = { ...active, memberStatus: 'PENDING', emailPending: true }
  expect(decideSignOn(pending, false)).toEqual({ refused: 'EMAIL_VERIFICATION_REQUIRED' })
  expect(decideSignOn(pending, true)).toEqual({ ok: 'SUCCESS' })
  expect(decideSignOn({ ...pending, approvalRequired: true }, true)).toEqual({ refused: 'OWNER_APPROVAL_REQUIRED' })
  expect(decideSignOn({ ...active, memberStatus: 'BLOCKED' }, true)).toEqual({ refused: 'MEMBER_BLOCKED' })
})
