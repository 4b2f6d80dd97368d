/** One hour of one person is sold once. Source: guide: bookings 7.3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atOnce, codeOf } from './at-once.ts'
import { full, makeStudio, many, morning, type Studio } from './studio.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await makeStudio()
  })
  afterAll(() => studio.world.close())

  test('one hour of one teacher is sold once', async () => {
    const slot = studio.slotAt(await studio.appointment('Private lesson'), morning(5))
    const { won, lost } = await atOnce(many, (at) => studio.book(slot, at))
    expect([won.length, lost.map(codeOf)[0]]).toEqual([1, expect.any(String)])
    expect(lost.map(codeOf).filter((code) => !full.includes(code))).toEqual([])
  })

  test('two services with the same teacher do not overlap', async () => {
    const [lesson, checkUp] = [await studio.appointment('Lesson'), await studio.appointment('Check-up')]
    const start = morning(6)
    const { won } = await atOnce(many, (at) => studio.book(at % 2 ? studio.slotAt(lesson, start) : studio.slotAt(checkUp, start.add({ minutes: 30 })), at))
    expect(won).toHaveLength(1)
  })
})
