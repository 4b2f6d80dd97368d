/** Conditions, answers, definitions and validity of forms as tables and properties. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { hasAnswers, readAnswers } from './answers.ts'
import { listShownFields } from './conditions.ts'
import { findDefinitionProblems } from './definition.ts'
import { readFileType, toSafeFileName } from './file-type.ts'
import { fieldTypes, type FieldType, type FormField } from './form.ts'
import { summarizeFields } from './summary.ts'
import { isStillValid } from './validity.ts'

const field = (type: FieldType, more: Partial<FormField> = {}): FormField => ({
  target: 'asked',
  type,
  label: { en: 'Question' },
  required: false,
  ...((type === 'CHOICE' || type === 'CHOICES') && {
    options: [
      { value: 'a', label: { en: 'A' } },
      { value: 'b', label: { en: 'B' } },
    ],
  }),
  ...more,
})
const id = '8a1f1c8e-5a1e-4f52-9a0e-0d6b8a3f9b11'

describe('answers', () => {
  test.each<[FieldType, unknown, unknown]>([
    ['SHORT_TEXT', ' hello ', 'hello'],
    ['LONG_TEXT', 'two\nlines', 'two\nlines'],
    ['NUMBER', '12.5', 12.5],
    ['NUMBER', 0, 0],
    ['CHOICE', 'a', 'a'],
    ['CHOICES', ['b', 'a', 'b'], ['b', 'a']],
    ['CHOICES', 'a', ['a']],
    ['DATE', '2028-02-29', '2028-02-29'],
    ['DATE', '2000-02-29', '2000-02-29'],
    ['PHONE', '+49 (30) 123-45', '+49 (30) 123-45'],
    ['EMAIL', 'a@b.de', 'a@b.de'],
    ['ADDRESS', 'Main St 1', 'Main St 1'],
    ['FILE', id.toUpperCase(), id],
    ['CONSENT', 'true', true],
    ['CONSENT', true, true],
    ['SIGNATURE', 'Mia', { name: 'Mia' }],
    ['SIGNATURE', { name: 'Mia', drawing: 'M1 2L3.5 4' }, { name: 'Mia', drawing: 'M1 2L3.5 4' }],
  ])('%s takes %j', (type, given, stored) => {
    expect(readAnswers([field(type)], { asked: given })).toEqual({ answers: { asked: stored }, violations: [] })
  })

  test.each<[FieldType, unknown, string]>([
    ['SHORT_TEXT', 'x'.repeat(501), 'TOO_LONG'],
    ['LONG_TEXT', 'x'.repeat(5001), 'TOO_LONG'],
    ['SHORT_TEXT', 5, 'WRONG_TYPE'],
    ['SHORT_TEXT', { deep: true }, 'WRONG_TYPE'],
    ['NUMBER', 'twelve', 'NOT_A_NUMBER'],
    ['NUMBER', [1], 'NOT_A_NUMBER'],
    ['NUMBER', '1e999', 'NOT_A_NUMBER'],
    ['CHOICE', 'c', 'NOT_OFFERED'],
    ['CHOICE', ['a', 'b'], 'NOT_OFFERED'],
    ['CHOICES', ['a', 'c'], 'NOT_OFFERED'],
    ['DATE', '2027-02-29', 'NOT_A_DATE'],
    ['DATE', '29.02.2028', 'NOT_A_DATE'],
    ['DATE', '2027-13-01', 'NOT_A_DATE'],
    ['DATE', '2100-02-29', 'NOT_A_DATE'],
    ['DATE', '2027-01-00', 'NOT_A_DATE'],
    ['PHONE', 'call me', 'NOT_A_PHONE'],
    ['EMAIL', 'a@b', 'NOT_AN_EMAIL'],
    ['FILE', '../etc', 'NOT_A_FILE'],
    ['CONSENT', 'yes', 'WRONG_TYPE'],
    ['SIGNATURE', { name: ' ' }, 'REQUIRED'],
    ['SIGNATURE', { name: 'Mia', drawing: 'M1 2"/><script>' }, 'WRONG_TYPE'],
    ['SIGNATURE', { drawing: 'M1 2' }, 'WRONG_TYPE'],
  ])('%s refuses %j as %s', (type, given, problem) => {
    expect(readAnswers([field(type)], { asked: given }).violations).toEqual([{ target: 'asked', problem }])
  })

  test.each([
    [1, 'TOO_SMALL'],
    [2, undefined],
    [5, undefined],
    [5.1, 'TOO_LARGE'],
  ])('a number from 2 to 5: %d', (given, problem) => {
    const { violations } = readAnswers([field('NUMBER', { minimum: 2, maximum: 5 })], { asked: given })
    expect(violations[0]?.problem).toBe(problem)
  })

  test.each(fieldTypes.flatMap((type) => [undefined, null, '', '  ', false, []].map((given) => [type, given] as const)))(
    '%s: %j is no answer',
    (type, given) => {
      expect(readAnswers([field(type)], { asked: given })).toEqual({ answers: {}, violations: [] })
      expect(readAnswers([field(type, { required: true })], { asked: given }).violations).toEqual([{ target: 'asked', problem: 'REQUIRED' }])
      expect(hasAnswers([field(type)], { asked: given })).toBe(false)
    },
  )

  test('whatever is sent, nothing is thrown, and what is stored is accepted again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fieldTypes), fc.jsonValue(), (type, given) => {
        const { answers, violations } = readAnswers([field(type)], { asked: given })
        if (violations.length > 0) return
        expect(readAnswers([field(type)], answers)).toEqual({ answers, violations: [] })
      }),
    )
  })
})

describe('conditions', () => {
  const fields = [
    field('CHOICE', { target: 'pain' }),
    field('LONG_TEXT', { target: 'where', required: true, showWhen: { target: 'pain', values: ['a'] } }),
    field('CHOICES', { target: 'since', showWhen: { target: 'where', values: ['never'] } }),
    field('SHORT_TEXT', { target: 'doctor', showWhen: { target: 'since', values: ['b'] } }),
  ]
  test.each([
    [{}, ['pain']],
    [{ pain: 'b' }, ['pain']],
    [{ pain: 'a' }, ['pain', 'where']],
    [{ pain: 'b', where: 'never', since: ['b'] }, ['pain']],
    [{ pain: 'a', where: 'never', since: ['a', 'b'] }, ['pain', 'where', 'since', 'doctor']],
  ])('with %j the fields %j are asked', (answers, targets) => {
    expect(listShownFields(fields, answers).map(({ target }) => target)).toEqual(targets)
  })

  test('a hidden field is neither required nor stored, whatever is sent for it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('pain', 'where', 'since', 'doctor'), fc.constantFrom('a', 'b', 'never', '')), (given) => {
        const shown = new Set(listShownFields(fields, given).map(({ target }) => target))
        const { answers, violations } = readAnswers(fields, given)
        for (const target of [...Object.keys(answers), ...violations.map((one) => one.target)]) expect(shown).toContain(target)
      }),
    )
  })
})

describe('definitions', () => {
  const first = field('CHOICE', { target: 'first' })
  test.each<[string, FormField[], string[]]>([
    ['every kind', fieldTypes.map((type) => field(type, { target: `of_${type.toLowerCase()}` })), []],
    ['no label', [field('DATE', { label: { en: ' ' } })], ['LABEL_MISSING']],
    ['the same target twice', [first, first], ['TARGET_TAKEN']],
    ['a target of the contact', [field('EMAIL', { target: 'email' })], ['TARGET_RESERVED']],
    ['nothing to choose', [field('CHOICES', { options: [] })], ['OPTIONS_MISSING']],
    [
      'a choice twice',
      [
        field('CHOICE', {
          options: [
            { value: 'a', label: { en: 'A' } },
            { value: 'a', label: { en: 'B' } },
          ],
        }),
      ],
      ['OPTION_TAKEN'],
    ],
    ['a choice without words', [field('CHOICE', { options: [{ value: 'a', label: {} }] })], ['OPTION_LABEL_MISSING']],
    ['bounds that cross', [field('NUMBER', { minimum: 3, maximum: 2 })], ['BOUNDS_CROSSED']],
    ['a condition on a later field', [field('DATE', { showWhen: { target: 'first', values: ['a'] } }), first], ['CONDITION_NOT_EARLIER']],
    ['a condition on itself', [field('CHOICE', { showWhen: { target: 'asked', values: ['a'] } })], ['CONDITION_NOT_EARLIER']],
    [
      'a condition on a text',
      [field('SHORT_TEXT', { target: 'text' }), field('DATE', { showWhen: { target: 'text', values: ['x'] } })],
      ['CONDITION_NOT_EARLIER'],
    ],
    ['a value that is not offered', [first, field('DATE', { showWhen: { target: 'first', values: ['c'] } })], ['CONDITION_VALUES']],
    ['no value', [first, field('DATE', { showWhen: { target: 'first', values: [] } })], ['CONDITION_VALUES']],
    ['a consent', [field('CONSENT', { target: 'yes' }), field('DATE', { showWhen: { target: 'yes', values: ['true'] } })], []],
  ])('%s', (_case, fields, problems) => {
    expect(findDefinitionProblems(fields).map(({ problem }) => problem)).toEqual(problems)
  })
})

describe('validity', () => {
  test.each<[string, number | null, string, string, boolean]>([
    ['once', null, '2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z', true],
    ['the same moment', 12, '2027-03-01T10:00:00Z', '2027-03-01T10:00:00Z', true],
    ['the day before', 12, '2027-03-01T10:00:00Z', '2028-02-29T22:59:59Z', true],
    ['the day itself begins in Berlin', 12, '2027-03-01T10:00:00Z', '2028-02-29T23:00:00Z', false],
    ['a leap day ends with February', 12, '2028-02-29T10:00:00Z', '2029-02-27T10:00:00Z', true],
    ['a leap day ends with February', 12, '2028-02-29T10:00:00Z', '2029-02-28T10:00:00Z', false],
    ['the end of a month', 1, '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', false],
  ])('%s', (_case, months, submitted, at, valid) => {
    expect(isStillValid(Temporal.Instant.from(submitted), months, Temporal.Instant.from(at), 'Europe/Berlin')).toBe(valid)
  })
  test('what has ended never becomes valid again', () => {
    const instant = fc.integer({ min: 0, max: 3_000_000_000 }).map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000))
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 100_000_000 }), (submitted, at, months, later) => {
        if (!isStillValid(submitted, months, at, 'America/New_York'))
          expect(isStillValid(submitted, months, at.add({ seconds: later }), 'America/New_York')).toBe(false)
      }),
    )
  })
})

describe('files', () => {
  test.each([
    ['%PDF-1.7', 'application/pdf'],
    ['\u0089PNG\r\n\u001a\n', 'image/png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['RIFF0000WEBPVP8', 'image/webp'],
    ['RIFF0000WAVE', undefined],
    ['<html>', undefined],
    ['', undefined],
  ])('%j is %s', (start, type) => {
    expect(readFileType(Buffer.from(start, 'latin1'))).toBe(type)
  })
  test.each([
    ['report 1.pdf', 'report 1.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['"; x=\r\n.pdf', '_ x_.pdf'],
    ['Rezept für Öl.pdf', 'Rezept fu_r O_l.pdf'],
    ['', 'file'],
  ])('%j is saved as %j', (name, safe) => {
    expect(toSafeFileName(name)).toBe(safe)
  })
})

describe('summaries', () => {
  test('a booking form asks for the contact first, for a field of that name once, and each type has its own', () => {
    const fields = fieldTypes.map((type, at) => field(type, { target: at === 0 ? 'phone' : `asked_${at}`, label: { de: type } }))
    const summary = summarizeFields({ kind: 'BOOKING', fields }, 'de')
    expect(summary.map(({ target, type }) => `${target} ${type}`)).toEqual([
      'first_name STRING',
      'last_name STRING',
      'email EMAIL',
      'phone STRING',
      'asked_1 STRING',
      'asked_2 NUMBER',
      'asked_3 STRING',
      'asked_4 ARRAY',
      'asked_5 DATE',
      'asked_6 PHONE',
      'asked_7 EMAIL',
      'asked_8 STRING',
      'asked_9 WIX_FILE',
      'asked_10 BOOLEAN',
      'asked_11 SIGNATURE',
    ])
    expect(summary[0]).toEqual({ target: 'first_name', label: 'Vorname', type: 'STRING', options: [] })
    expect(summary[6]?.options).toEqual([
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ])
  })

  test('an intake form asks what it says', () => {
    const own = field('CONSENT', { label: { en: 'I agree' } })
    expect(summarizeFields({ kind: 'INTAKE', fields: [own] }, 'fr')).toEqual([{ target: 'asked', label: 'I agree', type: 'BOOLEAN', options: [] }])
  })
})
