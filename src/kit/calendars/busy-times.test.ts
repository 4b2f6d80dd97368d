import { expect, test } from 'vitest'
import { listBusyTimes, listWholeDays, OWN_UID_MARK } from './busy-times.ts'
import { NotACalendar } from './content-lines.ts'
import { UnreadableRule } from './recurrence.ts'

const file = (body: string, more = '') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${more}BEGIN:VEVENT\r\nUID:a\r\n${body.trim().replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const range = { start: Date.parse('2027-01-01T00:00Z'), end: Date.parse('2028-01-01T00:00Z') }
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const read = (...files: string[]) => listBusyTimes(files, range, 'Europe/Berlin').map(({ start, end }) => `${iso(start)} ${iso(end)}`)

const customZone = `BEGIN:VTIMEZONE
TZID:Our Zone
BEGIN:STANDARD
DTSTART:19701025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
`

test.each<[string, string, string[]]>([
  ['a time in UTC', 'DTSTART:20270601T100000Z\nDTEND:20270601T110000Z', ['2027-06-01T10:00 2027-06-01T11:00']],
  [
    'a zone by name, in summer',
    'DTSTART;TZID=America/New_York:20270601T100000\nDTEND;TZID=America/New_York:20270601T110000',
    ['2027-06-01T14:00 2027-06-01T15:00'],
  ],
  ['a zone in the words of Windows', 'DTSTART;TZID=W. Europe Standard Time:20270601T100000\nDURATION:PT30M', ['2027-06-01T08:00 2027-06-01T08:30']],
  ['a zone that the file defines, in summer', 'DTSTART;TZID=Our Zone:20270601T100000\nDURATION:PT1H', ['2027-06-01T08:00 2027-06-01T09:00']],
  ['a zone that the file defines, in winter', 'DTSTART;TZID=Our Zone:20271201T100000\nDURATION:PT1H', ['2027-12-01T09:00 2027-12-01T10:00']],
  ['a quoted zone', 'DTSTART;TZID="Europe/Berlin":20270601T100000\nDURATION:PT1H', ['2027-06-01T08:00 2027-06-01T09:00']],
  ['a floating time is that of the business', 'DTSTART:20270601T100000\nDTEND:20270601T110000', ['2027-06-01T08:00 2027-06-01T09:00']],
  ['a whole day, from local midnight to midnight', 'DTSTART;VALUE=DATE:20270601', ['2027-05-31T22:00 2027-06-01T22:00']],
  ['the day on which clocks go forward has 23 hours', 'DTSTART;VALUE=DATE:20270328\nDTEND;VALUE=DATE:20270329', ['2027-03-27T23:00 2027-03-28T22:00']],
  ['a transparent event', 'DTSTART:20270601T100000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT', []],
  ['a cancelled event', 'DTSTART:20270601T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED', []],
  ['an event without length', 'DTSTART:20270601T100000Z', []],
  ['an event outside of the range', 'DTSTART:20260601T100000Z\nDURATION:PT1H', []],
  [
    'a weekly series keeps its wall-clock time when clocks change',
    'DTSTART;TZID=Europe/Berlin:20270321T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3',
    ['2027-03-21T09:00 2027-03-21T10:00', '2027-03-28T08:00 2027-03-28T09:00', '2027-04-04T08:00 2027-04-04T09:00'],
  ],
  [
    'a date taken out, and one added',
    'DTSTART;TZID=Europe/Berlin:20270601T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;TZID=Europe/Berlin:20270602T100000\nRDATE;TZID=Europe/Berlin:20270610T120000',
    ['2027-06-01T08:00 2027-06-01T09:00', '2027-06-03T08:00 2027-06-03T09:00', '2027-06-10T10:00 2027-06-10T11:00'],
  ],
  [
    'until, in UTC, includes the last one of local time',
    'DTSTART;TZID=America/New_York:20270601T200000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20270603T000000Z',
    ['2027-06-02T00:00 2027-06-02T01:00', '2027-06-03T00:00 2027-06-03T01:00'],
  ],
  [
    'until, as a date, includes that day',
    'DTSTART:20270601T200000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20270602',
    ['2027-06-01T20:00 2027-06-01T21:00', '2027-06-02T20:00 2027-06-02T21:00'],
  ],
  ['a folded line', 'DTSTART:20270601T1000\n 00Z\nDURATION:PT1H', ['2027-06-01T10:00 2027-06-01T11:00']],
])('%s', (_, body, expected) => {
  expect(read(file(body, customZone.replaceAll('\n', '\r\n')))).toEqual(expected)
})

test('an occurrence that was moved stands for itself; one that was cancelled is gone', () => {
  const series = 'DTSTART:20270601T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3'
  const moved = 'RECURRENCE-ID:20270602T100000Z\nDTSTART:20270602T150000Z\nDURATION:PT1H'
  const cancelled = 'RECURRENCE-ID:20270603T100000Z\nDTSTART:20270603T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED'
  const event = (body: string) => `BEGIN:VEVENT\nUID:s\n${body}\nEND:VEVENT\n`
  expect(read(`BEGIN:VCALENDAR\n${event(series)}${event(moved)}${event(cancelled)}END:VCALENDAR`)).toEqual([
    '2027-06-01T10:00 2027-06-01T11:00',
    '2027-06-02T15:00 2027-06-02T16:00',
  ])
})

test('times of free and busy block, free ones do not', () => {
  const text =
    'BEGIN:VCALENDAR\nBEGIN:VFREEBUSY\nUID:f\nFREEBUSY;FBTYPE=BUSY:20270301T090000Z/PT1H,20270302T090000Z/20270302T100000Z\nFREEBUSY;FBTYPE=FREE:20270303T090000Z/PT1H\nEND:VFREEBUSY\nEND:VCALENDAR'
  expect(read(text)).toEqual(['2027-03-01T09:00 2027-03-01T10:00', '2027-03-02T09:00 2027-03-02T10:00'])
})

test('events that we wrote ourselves never come back as busy', () => {
  expect(read(file('DTSTART:20270601T100000Z\nDURATION:PT1H').replace('UID:a', `UID:b7${OWN_UID_MARK}studio.example`))).toEqual([])
})

test('whole days are listed by date, also free ones, each once; all else is not', () => {
  const event = (uid: string, body: string) => `BEGIN:VEVENT\nUID:${uid}\n${body}\nEND:VEVENT\n`
  const yearly = 'DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY\nTRANSP:TRANSPARENT\nSUMMARY:New Year'
  const break_ = 'DTSTART;VALUE=DATE:20270326\nDTEND;VALUE=DATE:20270330\nSUMMARY:Easter break'
  const inside = 'DTSTART;VALUE=DATE:20270328\nSUMMARY:Easter Sunday'
  const talk = 'DTSTART:20270601T100000Z\nDURATION:PT1H\nSUMMARY:Talk'
  const cancelled = 'DTSTART;VALUE=DATE:20270701\nSTATUS:CANCELLED\nSUMMARY:Not this year'
  const text = `BEGIN:VCALENDAR\n${[yearly, break_, inside, talk, cancelled].map((body, at) => event(String(at), body)).join('')}END:VCALENDAR`
  expect(listWholeDays([text], range, 'Europe/Berlin').map(({ date, title }) => `${date} ${title}`)).toEqual([
    '2027-01-01 New Year',
    ...['26', '27', '28', '29'].map((day) => `2027-03-${day} Easter break`),
  ])
  // From the middle of the break on, in a zone ahead of UTC.
  const late = { start: Date.parse('2027-03-27T23:30Z'), end: range.end }
  expect(listWholeDays([text], late, 'Europe/Berlin').map(({ date }) => date)).toEqual(['2027-03-28', '2027-03-29'])
})

test('what is not understood is refused, so that it does not look free', () => {
  expect(() => read('<html>Not found</html>')).toThrow(NotACalendar)
  expect(() => read('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a')).toThrow(NotACalendar)
  expect(() => read(file('DTSTART:20270601T100000Z\nDURATION:PT1H\nRRULE:FREQ=SOMETIMES'))).toThrow(UnreadableRule)
  expect(() => read(file('DTSTART:20270601T100000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY'))).toThrow(UnreadableRule)
})
