/** The guide's tables on the way to our pages and back, each row a case here: what authorize checks and answers, where an intent leads, what a callback gets. Source: guide identity §7, §8. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allMatched, examplesAt, toMatchExample, stripMarkdown, tableAt, unmatchedRows } from '../../../test/guide-tables.ts'
import { errorCode, cookieFrom, firstViolation, signUp } from '../../../test/auth-helpers.ts'
import { CALLBACK, createOauthCalls } from '../../../test/factories/oauth.ts'
import { startTestServer, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let visitor: string
let calls: ReturnType<typeof createOauthCalls>
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ redirectUris: ['https://shop.example/cb'], allowLocalhost: false })
  visitor = await server.visitorToken(site)
  calls = createOauthCalls(server, site)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const move = (id: string, action: string) => server.ok('POST', `/v1/members/${id}/${action}`, { as: site, body: {} })
const remove = (id: string) => server.ok('DELETE', `/v1/members/${id}`, { as: site })

describe('authorize', () => {
  const rows = tableAt('identity', 'Who is signed in:')
  const readRefusal = (answer: TestReply) => {
    const to = String(answer.headers.location ?? '')
    const params = to.startsWith(CALLBACK) ? new URL(to).searchParams : undefined
    return params ? (params.get('error') ?? (params.has('code') ? 'code' : '')) : to.includes('/hosted/login') ? 'login page' : `${answer.status} ${to}`
  }
  /** A member with the cookie of our own pages. */
  async function withCookie() {
    const { sessionToken } = await signUp(server, visitor)
    const entered = await server.call('POST', '/api/hosted/session', { body: { sessionToken } })
    return { cookie: cookieFrom(entered.headers, 'ms_sso') }
  }
  const cases: Record<string, () => Promise<void>> = {
    'login (default; consent and select_account act the same)': async () => {
      const { cookie } = await withCookie()
      const { sessionToken } = await signUp(server, visitor)
      for (const prompt of ['login', 'consent', 'select_account', '']) {
        const more: Record<string, string> = prompt ? { prompt } : {}
        expect([prompt, readRefusal(await calls.ask(more, { cookie }))]).toEqual([prompt, 'login page'])
        expect([prompt, readRefusal(await calls.ask(more))]).toEqual([prompt, 'login page'])
        expect([prompt, readRefusal(await calls.ask({ ...more, sessionToken }))]).toEqual([prompt, 'code'])
      }
    },
    none: async () => {
      const { cookie } = await withCookie()
      expect(readRefusal(await calls.ask({ prompt: 'none' }, { cookie }))).toBe('code')
      expect(readRefusal(await calls.ask({ prompt: 'none' }))).toBe('login_required')
    },
    'none, identity PENDING': async () => {
      const { id, sessionToken } = await signUp(server, visitor)
      await server.open.db.updateTable('member').set({ status: 'PENDING' }).where('siteId', '=', site.metaSiteId).where('id', '=', id).execute()
      expect(readRefusal(await calls.ask({ prompt: 'none', sessionToken }))).toBe('interaction_required')
    },
    'any, identity BLOCKED/OFFLINE/DELETED': async () => {
      for (const end of [(id: string) => move(id, 'block'), (id: string) => move(id, 'disconnect'), remove]) {
        const { id, sessionToken } = await signUp(server, visitor)
        await end(id)
        expect(readRefusal(await calls.ask({ prompt: 'none', sessionToken }))).toBe('login_required')
        expect(readRefusal(await calls.ask({ prompt: 'login', sessionToken }))).toBe('login page')
      }
    },
  }
  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('prompt %s', async (prompt) => cases[stripMarkdown(prompt)]?.())

  const checks = tableAt('identity', 'The URL made by a redirect session holds')
  const inside = async (more: Record<string, string>) => readRefusal(await calls.ask(more))
  const checkCases: Record<string, () => Promise<void>> = {
    'client exists, site live': async () => expect(await inside({ clientId: randomUUID() })).toBe('400 '),
    'redirectUri listed (query, fragment modes)': async () => {
      for (const responseMode of ['query', 'fragment']) {
        const answer = await calls.ask({ redirectUri: 'https://evil.example/cb', responseMode })
        expect([answer.status, answer.headers.location, answer.text.includes('Invalid redirect URI')]).toEqual([400, undefined, true])
        expect(answer.text).toContain('https://evil.example/cb')
      }
    },
    'responseType is code': async () => expect(await inside({ responseType: 'token' })).toBe('unsupported_response_type'),
    'state 1–512, codeChallenge 43 base64url characters, method S256': async () => {
      const wrongs: Record<string, string>[] = [
        { state: 'x'.repeat(513) },
        { codeChallenge: 'x'.repeat(42) },
        { codeChallenge: '!'.repeat(43) },
        { codeChallengeMethod: 'plain' },
      ]
      for (const wrong of wrongs) expect([wrong, await inside(wrong)]).toEqual([wrong, 'invalid_request'])
      expect(await inside({ state: 'x'.repeat(512), prompt: 'none' })).toBe('login_required')
    },
    'responseMode query (default), fragment, web_message': async () => expect(await inside({ responseMode: 'form_post' })).toBe('invalid_request'),
    'idp connection configured': async () => {
      const to = new URL(String((await calls.ask({ idp: randomUUID() })).headers.location)).searchParams
      expect([to.get('error'), to.get('error_description')]).toEqual(['invalid_request', 'Unknown identity provider'])
    },
    'unlisted parent origin (web_message)': async () => {
      const query = { ...calls.request({ responseMode: 'web_message', prompt: 'none' }), redirectUri: '' }
      const page = await server.call('GET', '/_api/oauth2/authorize', { headers: { accept: 'text/html', referer: 'https://evil.example/' }, query })
      expect([page.status, page.text.includes('redirect_uri_not_allowed')]).toEqual([200, true])
    },
  }
  test('has a case for every check', () => expect(unmatchedRows(checks, checkCases)).toEqual(allMatched))
  test.each(checks)('%s, else %s', async (check) => checkCases[stripMarkdown(check)]?.())
})

/** A redirect session for this body. */
const session = (body: object, as: object = { token: visitor }) => server.call('POST', '/v1/redirect-session', { ...as, body })
const back = async (rs: string, outcome: string, query: Record<string, string> = {}) =>
  (await server.ok('GET', '/api/hosted/return', { query: { rs, outcome, ...query } })).url as string | null

describe('intents', () => {
  const rows = tableAt('identity', '| Intent | Payload and checks')
  const id = randomUUID()
  const THANKS = 'https://shop.example/thanks'
  /** What a storefront sends; what of it is refused, by the field and the rule that are named. */
  const cases: Record<string, { payload: object; refused?: (readonly [payload: object, field: string, rule: string])[] }> = {
    auth: { payload: { authRequest: { clientId: randomUUID(), state: 'st' }, prompt: 'login' }, refused: [[{}, 'auth.authRequest', 'REQUIRED_FIELD']] },
    login: { payload: {} },
    logout: { payload: { clientId: id } },
    paidPlansCheckout: {
      payload: { planId: id, checkoutData: '' },
      refused: [
        [{}, 'paidPlansCheckout.planId', 'REQUIRED_FIELD'],
        [{ planId: 'gold' }, 'paidPlansCheckout.planId', 'FORMAT'],
        [{ planId: id, checkoutData: 'x'.repeat(2049) }, 'paidPlansCheckout.checkoutData', 'MAX_LENGTH'],
      ],
    },
    bookingsCheckout: {
      payload: { slotAvailability: { slot: { serviceId: id } }, timezone: 'America/Argentina/ComodRivadavia' },
      refused: [
        [{ timezone: 'UTC' }, 'bookingsCheckout.slotAvailability', 'REQUIRED_FIELD'],
        [{ slotAvailability: { slot: { startDate: '2027-05-10T10:00:00Z' } } }, 'bookingsCheckout.slotAvailability.slot.serviceId', 'REQUIRED_FIELD'],
        [{ slotAvailability: { slot: { scheduleId: id } }, timezone: 'x'.repeat(41) }, 'bookingsCheckout.timezone', 'MAX_LENGTH'],
      ],
    },
    bookingsBook: { payload: { resourceId: id }, refused: [[{ resourceId: 'Ann' }, 'bookingsBook.resourceId', 'FORMAT']] },
    ecomCheckout: {
      payload: { checkoutId: id },
      refused: [
        [{}, 'ecomCheckout.checkoutId', 'REQUIRED_FIELD'],
        [{ checkoutId: 'x' }, 'ecomCheckout.checkoutId', 'FORMAT'],
      ],
    },
    eventsCheckout: { payload: { reservationId: id, eventSlug: 'fair' } },
    storesProduct: { payload: { productSlug: 'mat' } },
    ecomOrderPaymentRequest: { payload: { paymentRequestId: id } },
  }
  /** bookingsBook ends like bookingsCheckout. */
  const getSuccess = (cell: string, intent: string) => (intent === 'bookingsBook' ? 'thankYouPageUrl?bookingId=<id>' : stripMarkdown(cell))

  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s with %s leads to %s', async (first, _payload, target, _page, success) => {
    const intent = stripMarkdown(first)
    const { payload, refused = [] } = cases[intent] ?? { payload: {} }
    const made = await session({ [intent]: payload, callbacks: { thankYouPageUrl: THANKS, postFlowUrl: 'https://shop.example/' } })
    if (target === '–') {
      expect([made.status, errorCode(made), made.body.message]).toEqual([
        400,
        'UNSUPPORTED_REDIRECT_INTENT',
        'This kind of page is not available on this site.',
      ])
      return
    }
    const { id: rs, fullUrl, urlDetails } = made.body.redirectSession
    const [, path] = /`(\/[^`]*)`/.exec(target ?? '') ?? []
    expect([intent, new URL(urlDetails.endpoint).pathname, urlDetails.searchParams.rs]).toEqual([intent, path, rs])
    if (target?.includes('directly')) expect(new URL(fullUrl).pathname).toBe(path)
    for (const [wrong, field, violatedRule] of refused)
      expect([await session({ [intent]: wrong })].map((answer) => [answer.status, firstViolation(answer)])).toMatchObject([[400, { field, violatedRule }]])
    const [, name] = /^thankYouPageUrl\?(\w+)=/.exec(getSuccess(success ?? '', intent)) ?? []
    if (name) expect(await back(rs, 'success', { [name]: 'x1' })).toBe(`${THANKS}?${name}=x1&wixMemberLoggedIn=false`)
  })
})

describe('callbacks', () => {
  const rows = tableAt('identity', '| Callback | Used when')
  /** The outcomes that lead there, what the page hands over, and where it ends. */
  const cases: Record<string, (readonly [outcome: string, handed: Record<string, string>, added: string])[]> = {
    thankYouPageUrl: [['success', { bookingId: 'b1', planIds: 'x' }, 'bookingId=b1&']],
    postFlowUrl: [
      ['abandoned', { orderId: 'o' }, ''],
      ['cancel', {}, ''],
    ],
    loginUrl: [['login', { returnUrl: '/hosted/x' }, 'returnUrl=%2Fhosted%2Fx&']],
    planListUrl: [['planList', { planIds: 'p1,p2', checkoutData: 'opaque' }, 'planIds=p1%2Cp2&checkoutData=opaque&']],
    bookingsServiceListUrl: [['serviceList', { orderId: 'o' }, '']],
    cartPageUrl: [['cart', {}, '']],
  }
  const address = (name: string) => `https://shop.example/${name}?a=1&wixMemberLoggedIn=old#top`
  let rs: string
  beforeAll(async () => {
    const callbacks = Object.fromEntries(Object.keys(cases).map((name) => [name, address(name)]))
    rs = (await session({ paidPlansCheckout: { planId: randomUUID() }, callbacks })).body.redirectSession.id
  })

  test('has a case for every row', () => expect(unmatchedRows(rows, cases)).toEqual(allMatched))
  test.each(rows)('%s: %s; it gets %s', async (first) => {
    const name = stripMarkdown(first)
    for (const [outcome, handed, added] of cases[name] ?? []) {
      const expected = new URL(`https://shop.example/${name}?a=1&wixMemberLoggedIn=false${added && `&${added.slice(0, -1)}`}#top`)
      const url = new URL((await back(rs, outcome, handed)) ?? '')
      // A present value is replaced where it stands.
      expect([url.pathname, url.hash, [...url.searchParams].toSorted()]).toEqual([expected.pathname, expected.hash, [...expected.searchParams].toSorted()])
    }
  })

  test('without a thank-you page a success ends on ours, or where the flow began', async () => {
    const success = async (callbacks: object) => back((await session({ bookingsBook: {}, callbacks })).body.redirectSession.id, 'success')
    expect([await success({}), await success({ postFlowUrl: 'https://shop.example/' })]).toEqual([null, 'https://shop.example/?wixMemberLoggedIn=false'])
  })

  test('each of them is checked when the session is made, and its length', async () => {
    for (const name of Object.keys(cases)) {
      const refused = await session({ bookingsBook: {}, callbacks: { [name]: 'https://evil.example/x' } })
      expect([refused.status, refused.body.message, refused.body.details.applicationError.data]).toEqual([
        403,
        "evil.example isn't listed as an allowed redirect domain.",
        { domain: 'evil.example' },
      ])
      expect(firstViolation(await session({ bookingsBook: {}, callbacks: { [name]: `https://shop.example/${'x'.repeat(2048)}` } }))).toMatchObject({
        field: `callbacks.${name}`,
        violatedRule: 'MAX_LENGTH',
      })
    }
  })
})

test('worked example: a redirect session', async () => {
  const [example] = examplesAt('identity', 'Caller: visitor, member, app, API key, owner. Exactly one intent') as [{ redirectSession: object }]
  await server.ok('PATCH', '/api/site-settings', { as: site, body: { otherAddresses: ['https://studio.example'] } })
  const made = (await session({ paidPlansCheckout: { planId: randomUUID() } }, { token: visitor, headers: { host: 'studio.example' } })).text
  // The guide writes SITE for the host of the site, and one certain short address.
  const normalized = made.replaceAll('//studio.example', '//SITE').replaceAll('%2F%2Fstudio.example', '%2F%2FSITE')
  expect(JSON.parse(normalized)).toEqual(toMatchExample(example, { shortUrl: expect.stringMatching(/^https:\/\/SITE\/r\/[\w-]+$/) }))
})
