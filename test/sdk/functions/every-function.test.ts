/** Every function that the public packages export, called as its users call it: answered as its typings say, and refused once. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ApiKeyStrategy } from '@wix/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBooking } from './booking.ts'
import { testCatalog } from './catalog.ts'
import { toSummary } from './compatibility.ts'
import { hearEvents } from './events.ts'
import { testIdentity } from './identity.ts'
import { testMembers } from './members.ts'
import { notOffered } from './not-offered.ts'
import { testPeople } from './people.ts'
import { testPlans } from './plans.ts'
import { createRecording, listFunctions, type Recording } from './recorder.ts'
import { callByName, createClients, startSuite, type Suite } from './suite.ts'
import { readAnswerTypes } from './answer-types.ts'

const RECORD = 'test/sdk/functions/compatibility.json'

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

/** Whom the server cannot know: the token is none. */
const createUnknownClients = (recording: Recording) =>
  createClients(recording, 'visitor', ApiKeyStrategy({ apiKey: 'IST.nonsense', siteId: suite.site.metaSiteId }))
/** Every caller is answered, or refused within the answer. */
const neverRefused = [
  '@wix/identity authentication.logout',
  '@wix/identity authentication.validateEmail',
  '@wix/identity oauth.jwks',
  '@wix/identity oauth.token',
  '@wix/identity oauth.tokenInfo',
  '@wix/identity recovery.sendRecoveryEmail',
]
/** The token of a link or a code says enough; they are refused without it. */
const openWithoutToken = [
  '@wix/bookings bookings.bookingsGetBookingAnonymously',
  '@wix/bookings bookings.getMultiServiceBookingAnonymously',
  '@wix/bookings bookings.getServiceAnonymously',
]

describe('every function', () => {
  const left = new Set(notOffered.flatMap(({ calls }) => Object.keys(calls)))
  const offered = listFunctions().calls.filter((name) => !left.has(name))

  test('was answered at least once; a new one of a newer package has to be called, or left out on purpose', () => {
    expect(offered.filter((name) => !suite.recording.get(name)?.answers.length)).toEqual([])
    expect([...left].filter((name) => !listFunctions().calls.includes(name))).toEqual([])
  })

  test('that is left out says so', async () => {
    const recording = createRecording()
    const visitor = await suite.visitor()
    const clients = createClients(recording, 'visitor', visitor.auth)
    for (const { calls } of notOffered) for (const [name, args] of Object.entries(calls)) await callByName(clients, name, args).catch(() => undefined)
    expect([...left].map((name) => [name, [...(recording.get(name)?.refusals ?? [])]])).toEqual([...left].map((name) => [name, ['NOT_OFFERED']]))
  })

  test('refuses who cannot be known', async () => {
    const recording = createRecording()
    const clients = createUnknownClients(recording)
    for (const name of offered) if (!neverRefused.includes(name)) await callByName(clients, name, suite.recording.get(name)?.args ?? []).catch(() => undefined)
    const answered = [...recording].filter(([, { answers }]) => answers.length > 0).map(([name]) => name)
    expect(answered.toSorted()).toEqual(openWithoutToken)
    for (const [name, { refusals }] of recording) for (const code of refusals) suite.recording.get(name)?.refusals.add(code)
    expect(offered.filter((name) => !neverRefused.includes(name) && !suite.recording.get(name)?.refusals.size)).toEqual([])
  })

  test('and every event is as the typings say; what is known of them is in the documents', async () => {
    const types = readAnswerTypes()
    const events = await hearEvents(suite, types)
    const summary = toSummary(suite.recording, { types, events, notOffered })
    if (process.env.RECORD === '1') writeFileSync(RECORD, `${JSON.stringify(summary, null, 2)}\n`)
    expect(summary, 'RECORD=1 writes down what was seen').toEqual(JSON.parse(readFileSync(RECORD, 'utf8')))
  })
})
