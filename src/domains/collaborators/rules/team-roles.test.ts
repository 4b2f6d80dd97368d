import { expect, test } from 'vitest'
import { formatRights, toLevels } from './rights.ts'
import { permissionsOfReadyMade, readyMadeRoles, resolvePermissions } from './team-roles.ts'

test('what each ready-made role may', () => {
  const rights = Object.fromEntries(readyMadeRoles.map(({ id }) => [id, formatRights([...(permissionsOfReadyMade(id) ?? [])])]))
  expect(rights).toEqual({
    MANAGER:
      'Members, Delete members, Community, Calendar and bookings, Form answers, Check-in, Services, staff and hours, Plans, Subscriptions and finances, Payouts, Sell plans, Messages, Media and pages, Administration (view)',
    RECEPTIONIST:
      'Members, Community (view), Calendar and bookings, Form answers (view), Check-in, Services, staff and hours (view), Plans (view), Subscriptions and finances (view), Sell plans',
    TEACHER: 'Calendar and bookings (view), Form answers (view), Check-in, Services, staff and hours (view)',
    ACCOUNTANT: 'Members (view), Calendar and bookings (view), Services, staff and hours (view), Plans (view), Subscriptions and finances (view), Payouts',
  })
})

test('none of them may change the team, hand out keys or change how people sign in', () => {
  for (const { id } of readyMadeRoles) {
    const levels = toLevels(permissionsOfReadyMade(id) ?? null)
    expect([id, levels.administration === 'manage', levels.programs, levels['sign-in']]).toEqual([id, false, 'none', 'none'])
  }
})

test('a ready-made role is read as this release defines it, an own one as it was written', () => {
  expect(resolvePermissions({ teamRole: 'TEACHER', permissions: ['OLD.NAME'] })).toEqual(permissionsOfReadyMade('TEACHER'))
  expect(resolvePermissions({ teamRole: '00000000-0000-4000-8000-000000000001', permissions: ['A.B'] })).toEqual(['A.B'])
  expect(resolvePermissions({ teamRole: null, permissions: null })).toBeNull()
})
