import { expect, test } from 'vitest'
import { assignColors, readColor, serviceColors, withColor } from './service-colors.ts'

test('a chosen colour wins, the others go by their place', () => {
  const chosen = withColor(undefined, 'pink')
  const colors = assignColors([
    { id: 'a' },
    { id: 'b', extendedFields: chosen },
    { id: 'c', extendedFields: { namespaces: { '@atrium/calendar': { color: 'no such' } } } },
  ])
  expect([...colors.values()]).toEqual([serviceColors.green.hue, serviceColors.pink.hue, serviceColors.blue.hue])
})

test('what others store stays, and no colour leaves nothing of ours', () => {
  const others = { namespaces: { '@shop/labels': { tags: ['new'] } } }
  const pink = withColor(others, 'pink')
  expect([readColor(pink), pink.namespaces['@shop/labels']]).toEqual(['pink', { tags: ['new'] }])
  expect(withColor(pink, null)).toEqual(others)
  expect([readColor(null), readColor({}), readColor({ namespaces: { '@atrium/calendar': 'pink' } })]).toEqual([null, null, null])
})
