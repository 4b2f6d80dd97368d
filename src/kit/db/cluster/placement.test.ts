import { describe, expect, test } from 'vitest'
import { collectPlacements, findPlacementProblems, toPlacement, type TableKey } from './placement.ts'

const placements = collectPlacements([
  { unspread: { site: { at: 'COPIED', why: 'every row refers to it' }, redirect_session: { at: 'CENTRAL', why: 'found by its id alone' } } },
  {},
])
const place = (table: string) => toPlacement(placements, table, !['site', 'api_key'].includes(table))

test('tables with a site are spread, others are the coordinator’s, unless they are declared', () => {
  expect(['site', 'redirect_session', 'booking', 'api_key'].map(place)).toEqual(['COPIED', 'CENTRAL', 'SPREAD', 'CENTRAL'])
})

describe('what keeps a table from its place', () => {
  test.each<[string, TableKey, string[]]>([
    ['a spread key with the site', { table: 'booking', name: 'k', columns: ['site_id', 'id'] }, []],
    ['a spread key without', { table: 'booking', name: 'k', columns: ['id'] }, ['booking.k is unique on id, without the site']],
    ['a copied key without', { table: 'site', name: 'k', columns: ['id'] }, []],
    ['spread to copied', { table: 'booking', name: 'k', columns: ['site_id'], refersTo: 'site' }, []],
    ['spread to spread by site', { table: 'booking', name: 'k', columns: ['site_id', 'a'], refersTo: 'contact' }, []],
    ['spread to spread without', { table: 'booking', name: 'k', columns: ['a'], refersTo: 'contact' }, ['booking.k refers to contact without the site']],
    ['copied to spread', { table: 'site', name: 'k', columns: ['a'], refersTo: 'contact' }, ['site.k refers to contact, whose rows may lie on another node']],
    [
      'central to spread',
      { table: 'api_key', name: 'k', columns: ['a'], refersTo: 'contact' },
      ['api_key.k refers to contact, whose rows may lie on another node'],
    ],
    ['central to copied', { table: 'api_key', name: 'k', columns: ['a'], refersTo: 'site' }, []],
    [
      'spread to central',
      { table: 'booking', name: 'k', columns: ['a'], refersTo: 'api_key' },
      ['booking.k refers to api_key, whose rows may lie on another node'],
    ],
    ['central to central', { table: 'api_key', name: 'k', columns: ['a'], refersTo: 'api_key' }, []],
  ])('%s', (_title, key, problems) => {
    expect(findPlacementProblems(place, [key])).toEqual(problems)
  })
})
