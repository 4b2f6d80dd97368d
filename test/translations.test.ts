/** Refusals and violations: in every language, saying the same, in the language they ask for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translateDescription, violationTranslations } from '#kit/api/violation-messages.ts'
import { languages, type Language } from '#kit/pure/languages.ts'
import { type RefusalKind, standardRefusals } from '#kit/api/refusal.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

const getPlaces = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
const others = Object.keys(languages).filter((language) => language !== 'en') as Exclude<Language, 'en'>[]
const modules = import.meta.glob<{ kinds: Record<string, RefusalKind> }>('../src/domains/*/errors.ts', { eager: true })
const families: [string, Record<string, RefusalKind>][] = [
  ...Object.entries(modules).map(([path, { kinds }]): [string, Record<string, RefusalKind>] => [path.split('/').at(-2) ?? path, kinds]),
  ['standard', standardRefusals],
]

test.each(families)('refusals of %s say the same in every language', (_, kinds) => {
  expect(Object.keys(kinds).length).toBeGreaterThan(0)
  for (const [code, kind] of Object.entries(kinds))
    for (const language of others) {
      const said = kind[language]
      expect({ code, said, places: getPlaces(said) }).toEqual({ code, said: expect.stringMatching(/^\S.{6,}[.…!?]$/), places: getPlaces(kind.message) })
      expect(said).not.toBe(kind.message)
    }
})

test.each<[string, Record<Exclude<Language, 'en'>, string>]>([
  ['must have at least 8 characters', { de: 'mindestens 8 Zeichen', fr: 'au moins 8 caractères', es: 'al menos 8 caracteres' }],
  ['needs 1 to 400 characters', { de: '1 bis 400 Zeichen', fr: 'de 1 à 400 caractères', es: 'de 1 a 400 caracteres' }],
  ['is required', { de: 'bitte ausfüllen', fr: 'à remplir', es: 'rellena este campo' }],
  ['must be >= 1', { de: 'mindestens 1', fr: 'au moins 1', es: 'al menos 1' }],
  [
    'must be the currency of the site, EUR',
    { de: 'muss die Währung der Website sein: EUR', fr: 'doit être la devise du site\u00a0: EUR', es: 'debe ser la moneda del sitio: EUR' },
  ],
  ['constructor', { de: 'constructor', fr: 'constructor', es: 'constructor' }],
  ['is without a translation', { de: 'is without a translation', fr: 'is without a translation', es: 'is without a translation' }],
])('the violation "%s" in every language', (english, translations) => {
  for (const language of others) expect(translateDescription(english, language)).toBe(translations[language])
  expect(translateDescription(english, 'en')).toBe(english)
})

test('every language translates the same violations, each value in its place', () => {
  const { de, ...rest } = violationTranslations
  for (const [language, translations] of Object.entries(rest)) {
    expect(Object.keys(translations), language).toEqual(Object.keys(de))
    for (const [english, translated] of Object.entries(translations)) expect([translated, getPlaces(translated)]).toEqual([translated, getPlaces(english)])
  }
})

describe('over HTTP', () => {
  let server: TestServer
  let site: TestSite
  let visitor: string
  let german: string
  beforeAll(async () => {
    server = await startTestServer()
    site = await server.createSite()
    visitor = await server.visitorToken(site)
    german = (await server.registerMember(site)).token
    await server.ok('PATCH', '/api/my-email-preferences', { token: german, body: { language: 'de' } })
  }, 60_000)
  afterAll(async () => {
    expect(server.problems).toEqual([])
    await server.close()
  })

  const missing = 'fa5a8d5e-2f0e-4b2e-9d36-0d3d0e8c8b11'
  test.each<[string, 'member' | 'visitor' | 'none', string | undefined, Language]>([
    ['the header', 'visitor', 'de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['the header before the profile', 'member', 'en-GB', 'en'],
    ['the profile', 'member', undefined, 'de'],
    ['any language is none: the profile', 'member', '*', 'de'],
    ['a language that the site does not have: the profile', 'member', 'it-IT', 'de'],
    ['French', 'visitor', 'fr-CA, en;q=0.5', 'fr'],
    ['Spanish', 'visitor', 'es-419, en;q=0.5', 'es'],
    ['visitors without a requested language', 'visitor', undefined, 'en'],
    ['what they like better', 'visitor', 'en;q=0.4, de;q=0.8', 'de'],
    ['what they do not want', 'visitor', 'de;q=0, en', 'en'],
    ['callers without a token', 'none', 'de', 'de'],
  ])('%s', async (_, who, header, language) => {
    const token = { member: german, visitor, none: undefined }[who]
    const answer = await server.call('GET', `/members/v1/members/${missing}`, { token, headers: header ? { 'accept-language': header } : {} })
    const kind = who === 'none' ? standardRefusals.UNAUTHENTICATED : standardRefusals.NOT_FOUND
    const { message, details } = answer.body
    expect([answer.status, message]).toEqual([kind.status, language === 'en' ? kind.message : kind[language]])
    expect(details.applicationError.description).toBe(message)
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.headers.vary).toMatch(/accept-language/)
  })

  test('places are filled', async () => {
    const of = { as: site, headers: { 'accept-language': 'de' } }
    const callbacks = { postFlowUrl: 'https://elsewhere.example/back' }
    const answer = await server.call('POST', '/_api/redirects-api/v1/redirect-session', { ...of, body: { login: {}, callbacks } })
    expect(answer.body).toMatchObject({ message: 'elsewhere.example steht nicht auf der Liste der erlaubten Adressen.' })
  })

  test('too many attempts say how long to wait', async () => {
    const headers = { 'accept-language': 'de', 'x-test-ip': '203.0.113.77' }
    const body = { loginId: { email: 'unknown@words.example' }, password: 'certainly not this one' }
    let answer = await server.call('POST', '/_api/iam/authentication/v2/login', { token: visitor, headers, body })
    for (let tries = 0; answer.status !== 429 && tries < 40; tries++)
      answer = await server.call('POST', '/_api/iam/authentication/v2/login', { token: visitor, headers, body })
    const { data } = answer.body.details.applicationError
    expect(answer.body.message).toBe(`Zu viele Versuche. Versuche es in ${data.retryAfterSeconds} Sekunden noch einmal.`)
    expect(answer.headers['retry-after']).toBe(String(data.retryAfterSeconds))
  })

  test('fields', async () => {
    const body = { loginId: { email: 'ada@words.example' }, password: 'short' }
    const answer = await server.call('POST', '/_api/iam/authentication/v2/register', { token: visitor, headers: { 'accept-language': 'de' }, body })
    expect(answer.body.details.validationError.fieldViolations).toMatchObject([
      { field: 'password', description: 'mindestens 8 Zeichen', data: { threshold: 8 } },
    ])
    expect(answer.headers['content-language']).toBe('de')
  })

  test.each<[string, string, object]>([
    ['an address that leads nowhere', '/no/such/path', {}],
    ['a body that is no JSON', '/_api/iam/authentication/v2/login', { payload: '{', headers: { 'content-type': 'application/json' } }],
    ['a body of another kind', '/_api/iam/authentication/v2/login', { payload: 'x', headers: { 'content-type': 'image/png' } }],
    [
      'a body that is too large',
      '/_api/iam/authentication/v2/login',
      { payload: JSON.stringify('x'.repeat(1_100_000)), headers: { 'content-type': 'application/json' } },
    ],
    ['a path that cannot be decoded', '/_api/%E0%A4%A', {}],
  ])('%s, before any operation is asked', async (_, url, how) => {
    const { headers, ...rest } = how as { headers?: Record<string, string> }
    const ask = async (language: string) => {
      const answer = await server.app.inject({ method: 'POST', url, ...rest, headers: { ...headers, 'accept-language': language } })
      expect(answer.headers['content-language']).toBe(language)
      return answer.json() as { message: string; details: { applicationError: { description: string } } }
    }
    const answers = [await ask('en'), ...(await Promise.all(others.map(ask)))]
    expect(new Set(answers.map(({ message }) => message)).size).toBe(answers.length)
    for (const { message, details } of answers) expect(details.applicationError.description).toBe(message)
  })
})
