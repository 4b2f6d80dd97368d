import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isBackupDue, listBackups, listExpiredBackups, readBackupTime, toBackupName } from './backup-names.ts'

const at = (text: string) => Temporal.Instant.from(text)
const instants = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000))

test('the name of a backup says to the second when it was made', () => {
  expect(toBackupName(at('2026-11-26T14:54:07Z'), false)).toBe('atrium-20261126T145407Z.tar.gz')
  expect(toBackupName(at('2026-11-26T14:54:07Z'), true)).toBe('atrium-20261126T145407Z.tar.gz.enc')
  fc.assert(fc.property(instants, fc.boolean(), (instant, isEncrypted) => readBackupTime(toBackupName(instant, isEncrypted))?.equals(instant) === true))
})

test.each(['atrium-20261126T145407Z.tar.gz.part', 'studio.tar.gz', 'atrium-20261326T145407Z.tar.gz', 'x-atrium-20261126T145407Z.tar.gz', '.parts-a1'])(
  '%s is no backup',
  (name) => expect(readBackupTime(name)).toBeUndefined(),
)

const [monday, tuesday, wednesday] = ['20261123T030000Z', '20261124T030000Z', '20261125T030000Z'].map((stamp) => `atrium-${stamp}.tar.gz`) as [
  string,
  string,
  string,
]

test('the newest backups stay, the others go, and files of other names are never touched', () => {
  expect(listExpiredBackups([wednesday, 'notes.txt', monday, tuesday], 2)).toEqual([monday])
  expect(listExpiredBackups([monday, 'notes.txt'], 2)).toEqual([])
  fc.assert(
    fc.property(fc.uniqueArray(instants, { selector: (one) => one.epochMilliseconds }), fc.integer({ min: 1, max: 9 }), (times, keep) => {
      const names = times.map((one) => toBackupName(one, false))
      const expired = listExpiredBackups(names, keep)
      return (
        names.length - expired.length === Math.min(keep, names.length) &&
        listBackups(names)
          .slice(0, keep)
          .every(({ name }) => !expired.includes(name))
      )
    }),
  )
})

test.each([
  ['none is there', [], '2026-11-26T03:00:00Z', true],
  ['the newest is as old as the interval', [wednesday], '2026-11-26T03:00:00Z', true],
  ['the newest is younger', [wednesday, monday], '2026-11-26T02:59:59Z', false],
  ['the only one is from the future', [wednesday], '2026-11-24T00:00:00Z', true],
] as const)('a backup every 24 hours: %s', (_when, names, now, isDue) => {
  expect(isBackupDue(names, at(now), 24)).toBe(isDue)
})
