import { describe, expect, test } from 'vitest'
import {
  detectDateOrder,
  parseAmount,
  parseDate,
  parseDateTime,
  parseInteger,
  parsePeriod,
  parseServiceLevel,
  parseServiceType,
  parseTime,
  parseYesNo,
} from './values.ts'

const zone = 'Europe/Berlin'

describe('dates', () => {
  test.each([
    ['2026-03-05', 'DMY', '2026-03-05'],
    ['2026/3/5', 'DMY', '2026-03-05'],
    ['2026-03-05T09:00:00Z', 'DMY', '2026-03-05'],
    ['05.03.2026', 'MDY', '2026-03-05'],
    ['5. 3. 26', 'MDY', '2026-03-05'],
    ['05/03/2026', 'DMY', '2026-03-05'],
    ['05/03/2026', 'MDY', '2026-05-03'],
    ['3-5-26', 'MDY', '2026-03-05'],
    ['23/04/90', 'DMY', '1990-04-23'],
    ['Mar 5, 2026', 'DMY', '2026-03-05'],
    ['March 5th, 2026, 9:00 AM', 'DMY', '2026-03-05'],
    ['Thu, 5 March 2026', 'DMY', '2026-03-05'],
    ['Donnerstag, 5. März 2026', 'DMY', '2026-03-05'],
    ['1. Dez. 2026', 'DMY', '2026-12-01'],
    ['jeudi 5 mars 2026', 'DMY', '2026-03-05'],
    ['mar. 1er déc. 2026', 'DMY', '2026-12-01'],
    ['martes, 1 de diciembre de 2026', 'DMY', '2026-12-01'],
    ['5 sept 2026', 'DMY', '2026-09-05'],
    ['15 septiembre 2026', 'DMY', '2026-09-15'],
  ] as const)('%s (%s) is %s', (text, order, expected) => expect(parseDate(text, { order, zone })).toBe(expected))
  test.each(['30.02.1990', '13/13/2026', '31/04/2026', 'tomorrow', '2026', '5 Foo 2026', '2026-03-05 sharp', '12345'])('%s is none', (text) =>
    expect(parseDate(text, { order: 'DMY', zone })).toBeUndefined(),
  )
  test('an instant is the day of the business in which it lies, midnight the day as it was written', () => {
    expect(parseDate('2026-01-14T23:00:00.000Z', { order: 'DMY', zone })).toBe('2026-01-15')
    expect(parseDate('1990-04-23T00:00:00.000Z', { order: 'DMY', zone: 'America/New_York' })).toBe('1990-04-23')
  })
  test('the order of day and month is seen by the first cell that has only one', () => {
    expect(detectDateOrder(['01/02/2026', '', '13/02/2026'])).toBe('DMY')
    expect(detectDateOrder(['01/02/2026', '02/13/26 9:00'])).toBe('MDY')
    expect(detectDateOrder(['01/02/2026', '2026-13-01'])).toBeUndefined()
  })
})

describe('instants', () => {
  test.each([
    ['2026-12-15 09:00', '2026-12-15T08:00:00Z'],
    ['2026-07-15T09:00', '2026-07-15T07:00:00Z'],
    ['2026-12-15T09:00:00Z', '2026-12-15T09:00:00Z'],
    ['2026-12-15T09:00:00.000+05:30', '2026-12-15T03:30:00Z'],
    ['Dec 15, 2026, 6:05 PM', '2026-12-15T17:05:00Z'],
    ['Dec 15, 2026 at 12:00 am', '2026-12-14T23:00:00Z'],
    ['15.12.2026, 18:30 Uhr', '2026-12-15T17:30:00Z'],
    ['15 décembre 2026 à 18 h 30', '2026-12-15T17:30:00Z'],
    ['15 de diciembre de 2026 a las 6:05 p. m.', '2026-12-15T17:05:00Z'],
    ['15/12/2026 9pm (UTC+2)', '2026-12-15T19:00:00Z'],
    // The clock skips this hour: forward. It has this hour twice: the first.
    ['2026-03-29 02:30', '2026-03-29T01:30:00Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00Z'],
  ])('%s is %s', (text, expected) => expect(parseDateTime(text, { order: 'DMY', zone })).toBe(expected))
  test.each(['2026-12-15', '2026-12-15 25:00', '2026-12-15 13:00 PM', '2026-12-15 09:61', '09:00', '2026-12-15 9:00 Mars'])('%s is none', (text) =>
    expect(parseDateTime(text, { order: 'DMY', zone })).toBeUndefined(),
  )
  test.each([
    ['9:05', '09:05'],
    ['9 AM', '09:00'],
    ['12:30 pm', '12:30'],
    ['18h30', '18:30'],
    ['9 h', '09:00'],
    ['18:30 h', '18:30'],
    ['7', undefined],
    ['24:00', undefined],
  ])('the time %s is %s', (text, expected) => expect(parseTime(text)).toBe(expected))
})

test.each([
  ['49', '49'],
  ['49.9', '49.9'],
  ['49,00 €', '49'],
  ['$1,234.50', '1234.50'],
  ['1.234,56', '1234.56'],
  ["CHF 1'234.50", '1234.50'],
  ['1.234', '1234'],
  ['1,234,567', '1234567'],
  ['0.125', '0.125'],
  ['EUR 007', '7'],
  ['Free', '0'],
  ['gratuit', '0'],
  ['-5', undefined],
  ['1.23.45', undefined],
  ['12,34,56', undefined],
  ['1,2345.00', undefined],
  ['about 5', undefined],
  ['5.', undefined],
])('the amount %s is %s', (text, expected) => expect(parseAmount(text)).toBe(expected))
test.each([
  ['60', '60'],
  ['60 min', '60'],
  ['1 h 30 min', '90'],
  ['2 hours', '120'],
  ['1h30', '90'],
  ['2 horas', '120'],
  ['10.0', '10'],
  ['1.5', undefined],
  ['-1', undefined],
  ['many', undefined],
])('the number %s is %s', (text, expected) => expect(parseInteger(text)).toBe(expected))
test.each([
  ['Every 1 month', 'P1M'],
  ['every month', 'P1M'],
  ['Monthly', 'P1M'],
  ['3 Months', 'P3M'],
  ['biweekly', 'P2W'],
  ['alle 2 Wochen', 'P2W'],
  ['a year', 'P1Y'],
  ['tous les 3 mois', 'P3M'],
  ['par semaine', 'P1W'],
  ['Annuel', 'P1Y'],
  ['cada mes', 'P1M'],
  ['2 años', 'P2Y'],
  ['semestral', 'P6M'],
  ['pago único', 'ONCE'],
  ['P6M', 'P6M'],
  ['One time', 'ONCE'],
  ['Until cancelled', 'ONCE'],
  ['every 0 months', undefined],
  ['sometimes', undefined],
])('the period %s is %s', (text, expected) => expect(parsePeriod(text)).toBe(expected))
test('yes and no, types and levels of services have many words', () => {
  expect(['Yes', 'TRUE', 'ja', '1'].map(parseYesNo)).toEqual(['yes', 'yes', 'yes', 'yes'])
  expect(['oui', 'Sí', 'non'].map(parseYesNo)).toEqual(['yes', 'yes', 'no'])
  expect(['no', 'false', 'Hidden', 'perhaps'].map(parseYesNo)).toEqual(['no', 'no', 'no', undefined])
  expect(['Appointment', 'Group class', 'Workshop', 'Retreat'].map(parseServiceType)).toEqual(['APPOINTMENT', 'CLASS', 'COURSE', undefined])
  // "Cours" is a class in French, "course" a course in English.
  expect(['Rendez-vous', 'Cours', 'course', 'Cita', 'Clase', 'Taller'].map(parseServiceType)).toEqual([
    'APPOINTMENT',
    'CLASS',
    'COURSE',
    'APPOINTMENT',
    'CLASS',
    'COURSE',
  ])
  expect(['Beginner', 'Mittelstufe', 'avancé', 'Todos los niveles', 'Level 7'].map(parseServiceLevel)).toEqual([
    'BEGINNER',
    'INTERMEDIATE',
    'ADVANCED',
    'ALL',
    undefined,
  ])
})
