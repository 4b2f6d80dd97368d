import { expect, test } from 'vitest'
import { type BookabilityInput, findBookabilityReasons } from './bookability.ts'
import { bookabilityReasons } from './reason-codes.ts'

const payment = { isFree: false, online: true, inPerson: true, withPlan: false, plans: 0, hasProvider: true }
const fine: BookabilityInput = {
  type: 'APPOINTMENT',
  isHidden: false,
  isOnline: true,
  places: 1,
  providers: 2,
  providersWithHours: 2,
  missingResources: 0,
  sessions: 0,
  hasEnded: false,
  openTimes: 5,
  tooEarly: 0,
  tooLate: 1,
  payment,
}
const yoga: BookabilityInput = { ...fine, type: 'CLASS', providers: 0, providersWithHours: 0, sessions: 3 }

const rows: [string, BookabilityInput, string[]][] = [
  ['all is there', fine, []],
  ['it is hidden', { ...fine, isHidden: true }, ['HIDDEN']],
  ['online booking is off', { ...fine, isOnline: false }, ['ONLINE_BOOKING_OFF']],
  ['it has no place', { ...fine, places: 0, openTimes: 0 }, ['NO_LOCATION']],
  ['no staff member offers it', { ...fine, providers: 0, providersWithHours: 0, openTimes: 0 }, ['NO_STAFF']],
  ['no staff member has hours', { ...fine, providersWithHours: 0, openTimes: 0 }, ['NO_HOURS']],
  ['the room it needs does not exist', { ...fine, missingResources: 1, openTimes: 0 }, ['NO_RESOURCE']],
  ['all times are taken', { ...fine, openTimes: 0, tooLate: 0 }, ['FULL']],
  ['all times lie too far ahead', { ...fine, openTimes: 3, tooEarly: 3, tooLate: 0 }, ['POLICY_TOO_EARLY']],
  ['all times are too close', { ...fine, openTimes: 3, tooLate: 3 }, ['POLICY_TOO_LATE']],
  ['some are too close, the others too far ahead', { ...fine, openTimes: 3, tooEarly: 1, tooLate: 2 }, ['POLICY_TOO_EARLY']],
  ['a class has sessions', yoga, []],
  ['a class has none', { ...yoga, sessions: 0, openTimes: 0 }, ['NO_SESSIONS']],
  ['a class is full', { ...yoga, openTimes: 0 }, ['FULL']],
  ['a course has ended', { ...yoga, type: 'COURSE', hasEnded: true, openTimes: 0 }, ['ENDED']],
  ['only cards are accepted, and no provider is connected', { ...fine, payment: { ...payment, inPerson: false, hasProvider: false } }, ['NO_PAYMENT_PROVIDER']],
  ['the same, but a plan covers it', { ...fine, payment: { ...payment, inPerson: false, hasProvider: false, withPlan: true, plans: 1 } }, []],
  ['only plans pay, and none covers it', { ...fine, payment: { ...payment, inPerson: false, online: false, withPlan: true } }, ['NO_PLAN']],
  ['there is no way to pay', { ...fine, payment: { ...payment, inPerson: false, online: false } }, ['NO_PAYMENT_METHOD']],
  ['it costs nothing', { ...fine, payment: { ...payment, isFree: true, inPerson: false, online: false } }, []],
  [
    'much is missing',
    { ...fine, isHidden: true, isOnline: false, providers: 0, openTimes: 0, payment: { ...payment, inPerson: false, hasProvider: false } },
    ['HIDDEN', 'ONLINE_BOOKING_OFF', 'NO_STAFF', 'NO_PAYMENT_PROVIDER'],
  ],
]
test.each(rows)('%s', (_why, input, reasons) => expect(findBookabilityReasons(input)).toEqual(reasons))
test('every reason has a row', () => expect([...new Set(rows.flatMap(([, , reasons]) => reasons))].toSorted()).toEqual([...bookabilityReasons].toSorted()))
