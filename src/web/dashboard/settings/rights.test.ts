import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contracts } from '../../../contracts.ts'
import { navGroups, allowedItems } from '../navigation.ts'
import { areas, frontDeskLevels, levelsOf, permissionsFor, formatRights } from './rights.ts'

test('every permission that an owner can give stands in one area, and no area knows another', () => {
  const rows = readFileSync('docs/permissions.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const given = new Set(
    rows
      .filter((cells) => cells[6] === 'any' || cells[6] === 'own')
      .flatMap((cells) => (/^`[A-Z]/.test(cells[7] ?? '') ? [(cells[7] ?? '').replaceAll('`', '')] : [])),
  )
  const known = areas.flatMap(({ see, manage }) => [...see, ...manage])
  expect(known.toSorted()).toEqual([...given].toSorted())
})
test('a choice by areas comes back as it was, and names nobody knows are kept', () => {
  const permissions = permissionsFor(frontDeskLevels, ['ELSEWHERE.THING'])
  expect(permissions).toContain('ELSEWHERE.THING')
  expect(levelsOf(permissions)).toMatchObject({ ...frontDeskLevels, administration: 'none' })
  expect(new Set(Object.values(levelsOf(null)))).toEqual(new Set(['manage']))
  expect(formatRights(permissionsFor({ plans: 'see', administration: 'manage' }))).toBe('Plans (view), Administration')
  expect(formatRights([])).toBe('no access')
})

test('every place of the menu needs what an owner can give; who may nothing finds their own settings', () => {
  const places = navGroups.flatMap(([, of]) => of)
  const known = areas.flatMap(({ see, manage }) => [...see, ...manage])
  const permissionOf = (name: string) => {
    const [group = '', operation = ''] = name.split('.')
    return (contracts as Record<string, Record<string, { permission?: string }>>)[group]?.[operation]?.permission
  }
  expect(places.filter(({ operation }) => operation !== undefined && !known.includes(permissionOf(operation) ?? ''))).toEqual([])
  expect(allowedItems(() => false, places).map(({ label }) => label)).toEqual(['Today', 'Settings'])
  expect(allowedItems(() => true, places)).toEqual(places)
})
