import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from '../../../contracts.ts'
import { navGroups, allowedItems } from '../navigation.ts'
import { areas, toLevels, permissionsFor, formatRights } from '../../../domains/collaborators/rules/rights.ts'
import { permissionsOfReadyMade, readyMadeRoles } from '../../../domains/collaborators/rules/team-roles.ts'

test('every permission that an owner can give stands in one area, and no area knows another', () => {
  const rows = readFileSync('docs/permissions.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const given = new Set(
    rows
      .filter((cells) => cells[6] === 'any' || cells[6] === 'own')
      .flatMap((cells) => (/^`[A-Za-z]/.test(cells[7] ?? '') ? [(cells[7] ?? '').replace(' (own: none)', '').replaceAll('`', '')] : [])),
  )
  const known = areas.flatMap(({ see, manage }) => [...see, ...manage])
  // Not of an operation: they lift the limit of a staff member to their own bookings and calendars.
  for (const lifted of ['BOOKINGS.BOOKING_READ_ANY', ...['MANAGE', 'READ'].map((what) => `CALENDAR.${what}_ALL_EXTERNAL_CALENDAR_CONNECTIONS`)])
    given.add(lifted)
  expect(known.toSorted()).toEqual([...given].toSorted())
})
test('a choice by areas comes back as it was, and unknown names are kept', () => {
  for (const { levels } of readyMadeRoles) {
    const permissions = permissionsFor(levels, ['ELSEWHERE.THING'])
    expect(permissions).toContain('ELSEWHERE.THING')
    expect(toLevels(permissions)).toMatchObject({ ...levels, programs: 'none' })
  }
  expect(new Set(Object.values(toLevels(null)))).toEqual(new Set(['manage']))
  expect(formatRights(permissionsFor({ plans: 'see', administration: 'manage' }))).toBe('Plans (view), Administration')
  expect(formatRights([])).toBe('no access')
})

const getPermission = (name: string): string | undefined => {
  const [group = '', operation = ''] = name.split('.')
  return (contracts as Record<string, Record<string, { permission?: string }>>)[group]?.[operation]?.permission
}

test('whatever the dashboard changes, a control asks for its permission first', () => {
  const folder = 'src/web/dashboard'
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const collect = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const questions = collect(/(?:may\(|operation=\{?|operation: )(\[?['"][^)\]}\n]+)/g).flatMap((text) => text.match(/[a-zA-Z]+\.[a-zA-Z]+/g) ?? [])
  const asked = new Set(questions.map(getPermission))
  const changed = collect(/useApiMutation\('([a-zA-Z]+\.[a-zA-Z]+)'/g)
  expect(changed.length).toBeGreaterThan(100)
  expect(changed.filter((name) => getPermission(name) !== undefined && !asked.has(getPermission(name)))).toEqual([])
})

test('every place of the menu needs what an owner can give; who may nothing finds their own settings', () => {
  const places = navGroups.flatMap(([, of]) => of)
  const known = areas.flatMap(({ see, manage }) => [...see, ...manage])
  expect(places.filter(({ operation }) => operation !== undefined && !known.includes(getPermission(operation) ?? ''))).toEqual([])
  expect(allowedItems(() => false, places).map(({ label }) => label)).toEqual(['Today', 'Settings'])
  expect(allowedItems(() => true, places)).toEqual(places)
})

test('the menu of each ready-made role', () => {
  const places = navGroups.flatMap(([, of]) => of)
  const getMenu = (permissions: readonly string[]) =>
    allowedItems((operation) => permissions.includes(getPermission(operation) ?? ''), places).map(({ label }) => label)
  const menus = Object.fromEntries(readyMadeRoles.map(({ id }) => [id, getMenu(permissionsOfReadyMade(id) ?? [])]))
  expect(menus).toEqual({
    MANAGER: places.map(({ label }) => label).filter((label) => label !== 'Site' && label !== 'Site editor'),
    RECEPTIONIST: ['Today', 'Calendar', 'Bookings', 'Members', 'Services', 'Staff and hours', 'Plans', 'Money', 'Insights', 'Messages', 'Settings'],
    TEACHER: ['Today', 'Calendar', 'Bookings', 'Services', 'Staff and hours', 'Settings'],
    ACCOUNTANT: ['Today', 'Calendar', 'Bookings', 'Members', 'Services', 'Staff and hours', 'Plans', 'Money', 'Insights', 'Messages', 'Settings'],
  })
})
