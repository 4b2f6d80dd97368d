/** Every email that the product writes can be edited: read as a text and filled again it says the same. */
import { describe, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { applyWording, checkWording, readTemplate } from '#kit/email/wording.ts'
import { fillText } from '#kit/pure/fill-text.ts'
import { type Language, languages } from '#kit/pure/languages.ts'
import { sampleValue } from './rules/sample-values.ts'

const at = '2030-03-05T09:00:00Z'
const keep = (value: unknown) => String(value)
const emails = domains.flatMap((domain) => (domain.emails ? [{ domain: domain.name, ...domain.emails }] : []))
const rows = emails.flatMap(({ domain, templates, editing }) =>
  (Object.keys(languages) as Language[]).flatMap((language) =>
    Object.entries(templates[language]).map(([template, build]) => ({ domain, language, template, build, editing })),
  ),
)
const valuesFor = (language: Language, given: Record<string, unknown>) =>
  new Proxy(given, {
    get: (target, name) =>
      typeof name !== 'string' || name in target
        ? Reflect.get(target, name)
        : sampleValue(name, { language, origin: 'https://a.example', currency: 'EUR', at, timeZone: 'UTC' }),
  })
const lines = ({ subject, paragraphs, button }: { subject: string; paragraphs: readonly string[]; button?: { label: string } | undefined }) =>
  [subject, ...paragraphs.flatMap((one) => one.split('\n')), button?.label].filter(Boolean)

describe.each(rows)('$template in $language', ({ language, build, editing }) => {
  const blocks = editing?.blocks?.[language] ?? {}
  const read = readTemplate(build, { blocks, marks: editing?.marks ?? {} })
  const fillTemplate = (given: Record<string, unknown>) => {
    const values = valuesFor(language, given)
    const content = build(values, keep)
    return { content, own: applyWording(content, read, { variables: values, blocks, formatInstant: keep }) }
  }
  test('says the same', () => {
    const { content, own } = fillTemplate({})
    expect(lines(own)).toEqual(lines(content))
    expect(JSON.stringify(read)).not.toMatch(/undefined|\[object|NaN/)
    expect(checkWording(read, read, [])).toEqual({ unknown: [], missing: [] })
  })
  // What is empty together is tested together; a value that the template takes for granted is never empty.
  const together: Record<string, string[]> = { nextPaymentDate: ['nextPaymentAmount'], periodStart: ['periodEnd'] }
  const gone = (name: string) => Object.fromEntries([name, ...(together[name] ?? [])].map((one) => [one, '']))
  const isOptional = (name: string) => {
    const [marked, empty] = ['§§', ''].map((value) => lines(fillTemplate({ [name]: value }).content).map((line) => line?.replaceAll('§§', '')))
    return JSON.stringify(marked) !== JSON.stringify(empty)
  }
  const optional = read.variables.filter((name) => !(name in blocks) && !(name in (editing?.marks ?? {})) && isOptional(name))
  for (const name of optional)
    test(`says the same without ${name}`, () => {
      const { content, own } = fillTemplate(gone(name))
      expect(lines(own)).toEqual(lines(content))
    })
})

test.each(rows.filter(({ template }) => template !== 'template-test'))(
  'the preview of $template in $language has a sample for every value',
  ({ build, language }) => {
    const unknown: string[] = []
    const values = new Proxy<Record<string, unknown>>(
      { siteName: 'Atrium' },
      {
        get: (given, name) => {
          if (typeof name !== 'string' || name in given) return Reflect.get(given, name)
          const value = sampleValue(name, { language, origin: 'https://a.example', currency: 'EUR', at, timeZone: 'UTC' })
          if (typeof value === 'string' && value.replaceAll(' ', '').toLowerCase() === name.toLowerCase()) unknown.push(name)
          return value
        },
      },
    )
    build(values, keep)
    expect(unknown).toEqual([])
  },
)

test('a booking is a text that people can edit', () => {
  const bookings = emails.find(({ domain }) => domain === 'bookings')
  const build = bookings?.templates.en['booking-confirmed'] as (typeof rows)[number]['build']
  expect(readTemplate(build, { blocks: bookings?.editing?.blocks?.en ?? {}, marks: bookings?.editing?.marks ?? {} })).toMatchObject({
    subject: 'Confirmed: {{serviceName}}',
    body: '{{greeting}}\n\nYour booking is confirmed.\n\n{{when}}\n\n{{where}}\n\n{{price}}\n\n{{online}}\n\n{{intake}}\n\nYou can cancel online until {{cancelUntilText}}.\n\n{{policyText}}\n\n{{calendar}}\n\n{{ownerMessage}}',
    button: 'View booking',
  })
})

test.each([
  ['Hi {{name}}', { name: 'Ida' }, 'Hi Ida'],
  ['Paid[[ with card {{card}}]].', { card: '4242' }, 'Paid with card 4242.'],
  ['Paid[[ with card {{card}}]].', { card: '' }, 'Paid.'],
  ['One\n{{gone}}\nTwo', { gone: '' }, 'One\nTwo'],
  ['{{gone}} and {{here}}', { gone: '', here: 'x' }, ' and x'],
  ['{{name}}', { name: '{{other}}', other: 'secret' }, '{{other}}'],
])('%s with %j is %s', (text, values: Record<string, string>, shown) => expect(fillText(text, (name) => values[name] ?? '')).toBe(shown))

test('names that the email does not have, and credentials that are left out, are named', () => {
  const template = { subject: 'Your code', body: '{{code}} for {{siteName}}', button: '', variables: ['code'], blocks: [] }
  expect(checkWording({ subject: 'x {{unknownName}}', body: '{{siteName}}', button: '' }, template, ['code'])).toEqual({
    unknown: ['unknownName'],
    missing: ['code'],
  })
})

test('a booking of the samples can be cancelled until a day before it begins, as their policy says', () => {
  const sample = (name: string) => sampleValue(name, { language: 'en', origin: 'https://a.example', currency: 'EUR', at, timeZone: 'UTC' })
  expect(sample('startText')).toContain('5 March 2030')
  expect(sample('cancelUntilText')).toContain('4 March 2030')
})
