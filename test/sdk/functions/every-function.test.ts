/** Every function that the public packages export, called as its users call it: answered as its typings say, and refused once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testBooking } from './booking.ts'
import { testCatalog } from './catalog.ts'
import { testIdentity } from './identity.ts'
import { testMembers } from './members.ts'
import { testPeople } from './people.ts'
import { testPlans } from './plans.ts'
import { listFunctions } from './recorder.ts'
import { startSuite, type Suite } from './suite.ts'
import { readAnswerTypes } from './answer-types.ts'

let suite: Suite
const getSuite = () => suite
beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

testCatalog(getSuite)
testPeople(getSuite)
testBooking(getSuite)
testMembers(getSuite)
testPlans(getSuite)
testIdentity(getSuite)

test('probe', () => {
  const types = readAnswerTypes()
  for (const name of listFunctions().calls) {
    const record = suite.recording.get(name)
    if (!record || record.answers.length === 0) {
      console.log('NOT CALLED', name)
      continue
    }
    for (const answer of record.answers) {
      try {
        const d = types.findDeviations(name, answer)
        if (d.length) console.log('DEV', name, d.slice(0, 12))
      } catch (e) {
        console.log('TYPES', name, (e as Error).message)
      }
    }
  }
  expect(1).toBe(1)
})
