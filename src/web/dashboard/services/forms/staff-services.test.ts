import { expect, test } from 'vitest'
import type { Service } from '../../entities.ts'
import { findOnlyOfferedBy, listLedNames, listOfferedIds, toStaffServiceChanges } from './staff-services.ts'

const service = (id: string, staffMemberIds: string[], type = 'APPOINTMENT') => ({ id, name: id, revision: '3', type, staffMemberIds }) as Service
const services = [service('massage', ['ana', 'ben']), service('reflexology', ['ana']), service('assessment', ['ben']), service('flow', ['ana'], 'CLASS')]

test('saving an unchanged choice changes nothing', () => {
  for (const person of ['ana', 'ben', 'cleo']) expect(toStaffServiceChanges(services, person, listOfferedIds(services, person))).toEqual([])
})

test('only services that begin or end with a person are changed, and everyone else stays in them', () => {
  expect(listOfferedIds(services, 'ana')).toEqual(['massage', 'reflexology'])
  expect(toStaffServiceChanges(services, 'ana', ['reflexology', 'assessment'])).toEqual([
    { service: { id: 'massage', revision: '3', staffMemberIds: ['ben'] } },
    { service: { id: 'assessment', revision: '3', staffMemberIds: ['ben', 'ana'] } },
  ])
})

test('classes are led, not offered: they are named and never changed', () => {
  expect(listLedNames(services, 'ana')).toEqual(['flow'])
  expect(toStaffServiceChanges(services, 'ben', ['flow', 'massage', 'assessment'])).toEqual([])
})

test('a service that no one else offers is named before it is left without staff', () => {
  expect(findOnlyOfferedBy(services, 'ana', ['massage'])).toEqual(['reflexology'])
  expect(findOnlyOfferedBy(services, 'ana', ['massage', 'reflexology'])).toEqual([])
})
