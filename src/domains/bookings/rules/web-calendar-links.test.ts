import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { listWebCalendarLinks } from './web-calendar-links.ts'

const at = (clock: string) => Temporal.Instant.from(`2027-05-10T${clock}:00Z`)
const booking = (title: string, from: string, to: string, more: { status?: string; type?: string } = {}) => ({
  title,
  status: more.status ?? 'CONFIRMED',
  startAt: at(from),
  endAt: at(to),
  multiServiceBooking: more.type ? { type: more.type } : null,
})
const session = (from: string, to: string) => ({ start: at(from), end: at(to) })
const inSequence = { type: 'SEQUENTIAL_BOOKINGS' }
const apart = { type: 'SEPARATE_BOOKINGS' }
const tenToEleven = [session('10:00', '11:00')]

test.each([
  ['one booking', [booking('Cut', '10:00', '11:00')], tenToEleven, ['Cut', '20270510T100000Z/20270510T110000Z']],
  ['one that waits', [booking('Cut', '10:00', '11:00', { status: 'PENDING' })], tenToEleven, undefined],
  ['a course of one session', [booking('Pottery', '10:00', '11:00')], tenToEleven, ['Pottery', '20270510T100000Z/20270510T110000Z']],
  ['a course of two', [booking('Pottery', '10:00', '15:00')], [session('10:00', '11:00'), session('14:00', '15:00')], undefined],
  ['a course without sessions', [booking('Pottery', '10:00', '15:00')], [], undefined],
  [
    'a visit, whichever part the email names, and whichever ends last',
    [booking('Colour', '11:00', '13:00', inSequence), booking('Cut', '10:00', '11:30', inSequence), booking('Cut', '11:30', '12:00', inSequence)],
    [session('11:00', '13:00')],
    ['Colour, Cut', '20270510T100000Z/20270510T130000Z'],
  ],
  [
    'a visit of which a part waits',
    [booking('Cut', '10:00', '11:00', inSequence), booking('Dye', '11:00', '12:00', { ...inSequence, status: 'PENDING' })],
    tenToEleven,
    undefined,
  ],
  ['services apart', [booking('Cut', '10:00', '11:00', apart), booking('Dye', '11:00', '12:00', apart)], tenToEleven, undefined],
  ['one of them alone', [booking('Cut', '10:00', '11:00', apart)], tenToEleven, undefined],
] as const)('%s', (_what, bookings, sessions, expected) => {
  const { googleCalendarLink, outlookCalendarLink } = listWebCalendarLinks(bookings, { sessions, place: 'Main St 1' })
  const google = googleCalendarLink && new URL(googleCalendarLink).searchParams
  expect(google && [google.get('text'), google.get('dates')]).toEqual(expected)
  expect(outlookCalendarLink && new URL(outlookCalendarLink).searchParams.get('location')).toBe(expected && 'Main St 1')
})
