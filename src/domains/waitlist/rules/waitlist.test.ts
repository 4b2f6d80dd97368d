import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideOfferNow, decideOffers, calculateOfferEnd, type WaitingEntry } from './waitlist.ts'

const entry = (id: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({ id, people: 1, status: 'WAITING', offeredRound: 0, ...more })
const ask = { round: 0, running: false, free: 1, freed: true, closed: false }

describe('who is offered the next place', () => {
  test.each([
    [
      'the first in line, and the others keep newcomers away',
      { ...ask, entries: [entry('a'), entry('b')] },
      { round: 1, running: true, offers: ['a'], waiting: 1 },
    ],
    [
      'several places go to several people',
      { ...ask, free: 2, entries: [entry('a'), entry('b')] },
      { round: 1, running: true, offers: ['a', 'b'], waiting: 0 },
    ],
    [
      'who needs more than is free is passed over',
      { ...ask, entries: [entry('a', { people: 2 }), entry('b')] },
      { round: 1, running: true, offers: ['b'], waiting: 1 },
    ],
    [
      'an offer ran out: the next one, not the same again',
      { ...ask, round: 1, running: true, freed: false, entries: [entry('a', { status: 'EXPIRED', offeredRound: 1 }), entry('b')] },
      { round: 1, running: true, offers: ['b'], waiting: 1 },
    ],
    [
      'all had their turn: the place is open to everyone',
      { ...ask, round: 1, running: true, freed: false, entries: [entry('a', { status: 'EXPIRED', offeredRound: 1 })] },
      { round: 1, running: false, offers: [], waiting: 0 },
    ],
    [
      'the next place that becomes free begins at the top',
      { ...ask, round: 1, entries: [entry('a', { status: 'EXPIRED', offeredRound: 1 }), entry('b', { status: 'EXPIRED', offeredRound: 1 })] },
      { round: 2, running: true, offers: ['a'], waiting: 1 },
    ],
    [
      'a place that is too small for the party in line is open to everyone',
      { ...ask, entries: [entry('a', { people: 2 })] },
      { round: 0, running: false, offers: [], waiting: 0 },
    ],
    [
      'the party that was passed over comes first when there is room for it',
      {
        ...ask,
        round: 1,
        running: true,
        free: 2,
        entries: [entry('a', { status: 'EXPIRED', offeredRound: 1 }), entry('b', { people: 2 })],
      },
      { round: 1, running: true, offers: ['b'], waiting: 1 },
    ],
    [
      'and does not stop the next round when there is none',
      { ...ask, round: 1, running: true, entries: [entry('a', { status: 'EXPIRED', offeredRound: 1 }), entry('b', { people: 2 })] },
      { round: 2, running: true, offers: ['a'], waiting: 1 },
    ],
    [
      'who was never asked is asked, whatever freed the place',
      { ...ask, freed: false, entries: [entry('a')] },
      { round: 1, running: true, offers: ['a'], waiting: 0 },
    ],
    [
      'no entry gets an offer after the latest booking time',
      { ...ask, closed: true, entries: [entry('a')] },
      { round: 0, running: false, offers: [], waiting: 0 },
    ],
  ])('%s', (_, question, answer) => expect(decideOffers(question)).toEqual(answer))

  test('never more people than places, no entry twice in a round, in order; the rest is open to all customers', () => {
    const entries = fc.array(
      fc.record({ people: fc.integer({ min: 1, max: 3 }), status: fc.constantFrom('WAITING', 'EXPIRED', 'SUGGESTING'), offeredRound: fc.nat(2) }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(entries, fc.nat(6), fc.boolean(), (list, free, running) => {
        const waiting = list.map((one, n) => ({ ...one, id: String(n) }) as WaitingEntry)
        const { offers, round, waiting: kept } = decideOffers({ round: 2, running, free, freed: true, closed: false, entries: waiting })
        const offered = offers.map((id) => waiting[Number(id)] as WaitingEntry)
        const given = offered.reduce((sum, one) => sum + one.people, 0)
        return (
          given <= free &&
          (given === free || kept === 0) &&
          offered.every((one) => one.status !== 'SUGGESTING' && one.offeredRound < round) &&
          offers.every((id, n) => n === 0 || Number(id) > Number(offers[n - 1]))
        )
      }),
    )
  })
  test('an offer ends with its time, or with the latest booking time', () =>
    expect([calculateOfferEnd(0, 10, 10 ** 9), calculateOfferEnd(0, 10, 60_000)]).toEqual([600_000, 60_000]))
})

describe('an offer out of turn', () => {
  test.each([
    ['who waits', entry('a'), { free: 1, closed: false }, { ok: 'offer' }],
    ['whose offer ran out', entry('a', { status: 'EXPIRED', offeredRound: 3 }), { free: 1, closed: false }, { ok: 'offer' }],
    ['a party that fits', entry('a', { people: 3 }), { free: 3, closed: false }, { ok: 'offer' }],
    ['a party that does not fit', entry('a', { people: 3 }), { free: 2, closed: false }, { refused: 'NO_OPEN_SPOTS', data: { openSpots: 2 } }],
    ['not while nothing is free', entry('a'), { free: 0, closed: false }, { refused: 'NO_OPEN_SPOTS', data: { openSpots: 0 } }],
    ['not after the latest booking time', entry('a'), { free: 1, closed: true }, { refused: 'BOOKING_POLICY_VIOLATION', data: { tooLateToBook: true } }],
    [
      'not twice at a time',
      entry('a', { status: 'SUGGESTING' }),
      { free: 1, closed: false },
      { refused: 'INVALID_BOOKING_STATUS', data: { status: 'SUGGESTING' } },
    ],
    [
      'not to an entry that was left',
      entry('a', { status: 'LEFT' }),
      { free: 1, closed: false },
      { refused: 'INVALID_BOOKING_STATUS', data: { status: 'LEFT' } },
    ],
  ] as const)('%s', (_, who, session, decision) => expect(decideOfferNow(who, session)).toEqual(decision))
})
