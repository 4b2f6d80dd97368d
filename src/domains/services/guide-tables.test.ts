/** The refusals and events of the guide on services and availability, read from its tables. */
import { expect, test } from 'vitest'
import { standardRefusals, type RefusalKind } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { tableAt } from '../../../test/guide-tables.ts'

const guide = 'services-and-availability'
const modules = import.meta.glob<{ kinds: Record<string, RefusalKind> }>('/src/domains/*/errors.ts', { eager: true })
/** The refusals of a domain, in which its codes are looked for. */
const listKinds = (domain: string): Record<string, RefusalKind> => modules[`/src/domains/${domain}/errors.ts`]?.kinds ?? {}
const families: Record<string, RefusalKind>[] = ['services', 'availability', 'staff', 'connected-calendars', 'bookings'].map(listKinds).concat(standardRefusals)
const findStatuses = (code: string): number[] => families.flatMap((kinds) => kinds[code]?.status ?? [])

const rows = tableAt(guide, '## 19').map(([codes = '', status = '']): [string[], string] => [codes.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [], status])

test('each code of §19 has the status of its row; those that never come have none', () => {
  const never = new Set(rows.filter(([, status]) => status.startsWith('never')).flatMap(([codes]) => codes))
  const counted = rows.filter(([, status]) => /^\d{3}$/.test(status)).flatMap(([codes, status]) => codes.map((code) => ({ code, status: Number(status) })))
  expect(counted.length).toBeGreaterThan(40)
  const found = counted.filter(({ code }) => !never.has(code)).map(({ code, status }) => ({ code, status, statuses: [...new Set(findStatuses(code))] }))
  expect(found.filter(({ status, statuses }) => statuses.length !== 1 || statuses[0] !== status)).toEqual([])
  expect([...never].filter((code) => findStatuses(code).length > 0)).toEqual([])
})

/** `a.b.service_created, _updated; c_made` → whole types: a part that begins with `_` has the entity of the one before. */
function readTypes(cell: string): string[] {
  const types: string[] = []
  let entity = ''
  for (const [part = ''] of cell.replaceAll(/\([^)]*\)/g, '').matchAll(/[\w.]+/g)) {
    if (part.startsWith('_')) types.push(entity + part)
    else if (part.startsWith('wix.')) {
      types.push(part)
      entity = part.slice(0, part.lastIndexOf('_'))
    } else {
      const family = entity.slice(0, entity.lastIndexOf('.') + 1)
      types.push(family + part)
      entity = family + part.slice(0, part.lastIndexOf('_'))
    }
  }
  return types
}

test('apps can ask for each event of §18, except for those of the calendar, which is not part of the public contract', () => {
  const types = tableAt(guide, '## 18').flatMap(([cell = '']) => readTypes(cell))
  expect(types.length).toBeGreaterThan(30)
  const internal = ['created', 'updated', 'cancelled', 'recurring_split'].map((slug) => `wix.calendar.v3.event_${slug}`)
  expect(types.filter((type) => !publicEventTypes.includes(type))).toEqual(internal)
})
