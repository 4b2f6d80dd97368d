import { expect, test } from 'vitest'
import { findMissingPermissions, permissionForEvent } from './permissions.ts'

test.each([
  ['wix.members.v1.member_created', 'MEMBERS.MEMBER_READ'],
  ['wix.members.v1.member_updated', 'MEMBERS.MEMBER_READ'],
  ['wix.members.v1.member_deleted', undefined],
  ['wix.members.v1.member_report_created', 'MEMBERS.REPORTS_READ'],
  ['wix.members.v1.member_report_reported_member_deleted', 'MEMBERS.REPORTS_READ'],
  ['wix.bookings.v2.booking_markedAsPending', 'BOOKINGS.BOOKING_READ'],
  ['wix.bookings.v2.bookings_settings_updated', undefined],
  ['wix.pricing_plans.plan_created', undefined],
])('%s needs %s', (type, permission) => expect(permissionForEvent(type)).toBe(permission))

test('a caller with all permissions misses none; others miss each once', () => {
  const types = ['wix.members.v1.member_created', 'wix.members.v1.member_updated', 'wix.bookings.v2.booking_created', 'wix.pricing_plans.plan_created']
  expect(findMissingPermissions(types, undefined)).toEqual([])
  expect(findMissingPermissions(types, ['WEBHOOKS.MANAGE', 'BOOKINGS.BOOKING_READ'])).toEqual(['MEMBERS.MEMBER_READ'])
})
