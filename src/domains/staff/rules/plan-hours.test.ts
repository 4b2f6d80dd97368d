import { expect, test } from 'vitest'
import { planHours } from './plan-hours.ts'

const rule = (weekday: number, startMinute: number, endMinute: number, locationId: string | null = null) => ({
  weekday,
  startMinute,
  endMinute,
  intervalWeeks: 1,
  locationId,
})
const known = (id: string, closedOn: string[], ...of: Parameters<typeof rule>) => ({ id, closedOn, ...rule(...of) })
const christmas = '2027-12-24'

test('a rule with other hours on the same weekday is the old rule: its closing days stay', () => {
  const wanted = [rule(1, 600, 1080), rule(5, 540, 1020)]
  expect(planHours([known('mo', [], 1, 600, 1080), known('fr', [christmas], 5, 600, 1080)], wanted)).toEqual({
    kept: [
      { id: 'mo', as: wanted[0] },
      { id: 'fr', as: wanted[1] },
    ],
    added: [],
    removed: [],
  })
})
test('a second period on a weekday is closed on the days on which the whole weekday was', () => {
  const wanted = [rule(5, 840, 1080), rule(5, 600, 720)]
  const plan = planHours([known('fr', [christmas], 5, 600, 1080)], wanted)
  expect(plan.kept).toEqual([{ id: 'fr', as: wanted[0] }])
  expect(plan.added).toEqual([{ rule: wanted[1], closedOn: [christmas] }])
})
test('half a day that was cancelled closes nothing else; other places and weekdays are other rules', () => {
  const plan = planHours(
    [known('am', [christmas], 5, 600, 720), known('pm', [], 5, 840, 1080)],
    [rule(5, 600, 720), rule(5, 840, 1080), rule(5, 1100, 1200), rule(6, 600, 720)],
  )
  expect(plan.added.map((one) => one.closedOn)).toEqual([[], []])
  expect(planHours([known('here', [], 5, 600, 720, 'A')], [rule(5, 600, 720, 'B')])).toMatchObject({ kept: [], removed: ['here'] })
})
