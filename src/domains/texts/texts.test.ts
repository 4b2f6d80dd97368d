/** Text messages to clients, through a provider that answers over HTTP: who gets them, when, in which words, and what comes back. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { bookSeat, createWaitlistClass } from '../../../test/factories/waitlist-class.ts'
import { startTestServer, type CallOptions, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { type FakeTextProvider, startFakeTextProvider } from '../../../test/text-provider.ts'
import { errorCode } from '../../../test/auth-helpers.ts'

let server: TestServer
let studio: BookingStudio
let owner: CallOptions
let provider: FakeTextProvider
let yoga: CreatedService
const credentials = { account: 'AC1', secret: 'shh', from: '+1 555 010 0100' }
/** Of the site, which is in Berlin: 12:00 there. */
const noon = '2027-05-01T10:00:00Z'

beforeAll(async () => {
  server = await startTestServer()
  provider = await startFakeTextProvider(credentials.account, credentials.secret)
})
beforeEach(async () => {
  server.freezeClock(noon)
  studio = await createBookingStudio(server)
  owner = await server.signInAsOwner(studio.site)
  await asOwner('PATCH', '/api/site-settings', { timeZone: 'Europe/Berlin' })
  yoga = await studio.service({ type: 'CLASS', capacity: 20, price: '0', name: 'Yoga' })
  provider.texts.length = 0
  await connect()
})
afterAll(async () => {
  await provider.close()
  // Refusals of the provider that come again are tried again, and said in the log.
  expect(server.problems.filter((problem) => !problem.includes('text'))).toEqual([])
  await server.close()
})

const asOwner = (method: string, path: string, body?: object): Promise<TestReply> => server.call(method, path, { ...owner, ...(body && { body }) })
const fields = ({ body }: TestReply) => (body?.details?.validationError?.fieldViolations ?? []).map(({ field }: { field: string }) => field)
const connect = async (more: object = {}) => asOwner('PUT', '/api/connections/texts', { ...credentials, baseUrl: provider.baseUrl, ...more })
const at = async (time: string) => {
  server.freezeClock(time)
  await server.runner.runSchedules()
  await server.runner.drain()
}
let count = 0
const newNumber = () => `+49151${String(10_000_000 + (count += 1))}`
/** Books a class at ten in Berlin's morning, two hours ahead of UTC, unless another time is given. */
const book = async (phone: string, more: object = {}, start = '2027-05-10T08:00:00Z') => {
  const eventId = await studio.session(yoga, start, start.replace(':00:00Z', ':50:00Z'))
  return studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mo', email: 'mo@example.org', phone }, ...more })
}
const log = async (query: Record<string, string | number> = {}) => server.ok('GET', '/api/texts', { ...owner, query })
const sendReport = async (form: Record<string, string>, change: object = {}) => {
  const url = (await asOwner('GET', '/api/connections')).body.texts.webhookUrl as string
  const { body, headers } = provider.sign(url, form)
  return server.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: body,
    headers: { ...headers, host: new URL(url).host, ...change },
  })
}
const report = async (form: Record<string, string>): Promise<number> => (await sendReport(form)).statusCode

test('a provider is asked first, its secret is nowhere to be read, and a test goes out', async () => {
  await asOwner('DELETE', '/api/connections/texts')
  expect(errorCode(await asOwner('POST', '/api/connections/texts/test', { to: '+491511' + '234567' }))).toBe('NO_TEXT_PROVIDER')
  expect(errorCode(await asOwner('POST', '/api/connections/texts/check'))).toBe('NO_TEXT_PROVIDER')
  const { secret: _hidden, ...without } = credentials
  expect(errorCode(await asOwner('PUT', '/api/connections/texts', { ...without, baseUrl: provider.baseUrl }))).toBe('TEXT_SECRET_REQUIRED')
  const wrong = await connect({ secret: 'nope' })
  expect([errorCode(wrong), wrong.text.includes('Authenticate')]).toEqual(['TEXT_PROVIDER_REFUSED', true])
  expect(fields(await connect({ from: '0555 0100' }))).toEqual(['from'])
  expect(fields(await connect({ baseUrl: 'ftp://provider.example' }))).toEqual(['baseUrl'])
  const connected = await connect()
  expect(connected.body.texts).toMatchObject({ isConnected: true, account: 'AC1', from: '+15550100100', baseUrl: provider.baseUrl })
  expect(connected.text).not.toContain('shh')
  const { value } = await server.open.db
    .selectFrom('siteSetting')
    .select('value')
    .where('siteId', '=', studio.site.metaSiteId)
    .where('key', '=', 'connections.texts')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(value)).not.toMatch(/shh|AC1/)
  // The secret stays with its account and address.
  expect((await asOwner('PUT', '/api/connections/texts', { ...without, baseUrl: provider.baseUrl })).status).toBe(200)
  expect(errorCode(await asOwner('PUT', '/api/connections/texts', { ...without, account: 'AC2', baseUrl: provider.baseUrl }))).toBe('TEXT_SECRET_REQUIRED')
  expect((await asOwner('POST', '/api/connections/texts/check')).status).toBe(200)
  expect(fields(await asOwner('POST', '/api/connections/texts/test', { to: '0151' }))).toEqual(['to'])
  expect((await asOwner('POST', '/api/connections/texts/test', { to: '+49 151 1234567' })).status).toBe(200)
  expect(provider.texts).toMatchObject([{ To: '+491511234567', From: '+15550100100', Body: expect.stringContaining('shows that your text messages work') }])
  provider.failNext(400, { code: 21211, message: 'Not a valid number' })
  expect((await asOwner('POST', '/api/connections/texts/test', { to: '+49 151 1234567' })).text).toContain('Not a valid number')
  const collaborator = await server.inviteCollaborator(studio.site, ['SITES.MANAGE'])
  expect((await server.call('PUT', '/api/connections/texts', { ...collaborator, body: credentials })).status).toBe(403)
})

test('only who asked on the booking form gets the reminder, once, and the log says what it cost', async () => {
  const [wants, silent] = [newNumber(), newNumber()]
  await book(wants, { sendSmsReminder: true })
  await book(silent)
  await at('2027-05-09T08:00:00Z')
  await at('2027-05-09T08:01:00Z')
  expect(provider.texts.map(({ To }) => To)).toEqual([wants])
  const [text] = provider.texts
  expect(text?.Body).toMatch(/: See you soon! Yoga, Mon,? 10 May,? 10:00.* Reply STOP/)
  expect(text?.StatusCallback).toMatch(/\/api\/texts\/[0-9a-f-]{36}\/webhook$/)
  const { texts, total, segments } = await log()
  expect([total, segments]).toEqual([1, 1])
  expect(texts[0]).toMatchObject({ to: wants, template: 'booking-reminder', state: 'SENT', segments: 1, language: 'en', body: text?.Body })
  expect((await log({ state: 'FAILED' })).total).toBe(0)
  expect((await log({ to: wants.slice(-6), template: 'booking-reminder', state: 'SENT' })).total).toBe(1)
  expect((await log({ template: 'booking-confirmed' })).total).toBe(0)
})

test('a number without its country code is refused where texts are asked for, and books without', async () => {
  const eventId = await studio.session(yoga)
  const slot = { serviceId: yoga.id, eventId }
  const contactDetails = { firstName: 'Mo', email: 'mo@example.org', phone: '0151 2345678' }
  const token = await server.visitorToken(studio.site)
  const wrong = await server.call('POST', '/api/checkout/bookings', { token, body: { slot, contactDetails, sendSmsReminder: true } })
  expect([wrong.status, fields(wrong)]).toEqual([400, ['contactDetails.phone']])
  const german = await server.call('POST', '/api/checkout/bookings', {
    token,
    body: { slot, contactDetails, sendSmsReminder: true },
    headers: { 'accept-language': 'de' },
  })
  expect(german.text).toContain('mit Ländervorwahl')
  expect((await server.call('POST', '/api/checkout/bookings', { token, body: { slot, contactDetails } })).status).toBe(200)
})

test('no text goes to clients who did not ask: after bookings by the business, and on sites without texts', async () => {
  const asked = newNumber()
  await book(asked, { sendSmsReminder: true })
  const unknownNumber = newNumber()
  const byBusiness = async (phone: string, sendSmsReminder: boolean) => {
    const eventId = await studio.session(yoga, '2027-05-10T08:00:00Z', '2027-05-10T08:50:00Z')
    const reply = await studio.owner('/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId: yoga.id, eventId } },
        contactDetails: { firstName: 'Bo', phone },
        totalParticipants: 1,
        status: 'CONFIRMED',
      },
      sendSmsReminder,
    })
    expect(reply.status).toBe(200)
  }
  await byBusiness(unknownNumber, true)
  await byBusiness(asked, false)
  await at('2027-05-09T08:00:00Z')
  expect(provider.texts.map(({ To }) => To)).toEqual([asked])
})

test('confirmations, moves and cancellations are texts when the business turns them on, in its words, in the language of the client', async () => {
  const switches = { 'booking-confirmed': true, 'booking-canceled': true, 'booking-reminder': false }
  expect((await asOwner('PATCH', '/api/text-settings', { switches })).body.settings.templates.map(({ isOn }: { isOn: boolean }) => isOn)).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
  const path = '/api/text-settings/booking-confirmed/de'
  expect(errorCode(await asOwner('PUT', path, { wording: 'Hallo {{code}}' }))).toBe('UNKNOWN_TEXT_VARIABLE')
  expect((await asOwner('PUT', path, { wording: '   ' })).status).toBe(400)
  const saved = await asOwner('PUT', path, { wording: 'Hallo {{customerFirstName}}, {{serviceName}} steht.[[ Mit {{staffName}}]]' })
  const getWording = ({ body }: TestReply) =>
    body.settings.templates[1].wordings.find(({ language }: { language: string }) => language === 'de') as { isOwn: boolean; wording: string; standard: string }
  expect(getWording(saved)).toMatchObject({ isOwn: true, wording: expect.stringContaining('Hallo') })
  const phone = newNumber()
  const eventId = await studio.session(yoga)
  const { body } = await server.call('POST', '/api/checkout/bookings', {
    token: await server.visitorToken(studio.site),
    headers: { 'accept-language': 'de' },
    body: { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Ida', email: 'ida@example.org', phone }, sendSmsReminder: true },
  })
  await server.runner.drain()
  expect(provider.texts.at(-1)?.Body).toBe('Hallo Ida, Yoga steht.')
  await studio.owner(`/v2/bookings/${body.booking.id}/cancel`, { revision: body.booking.revision, participantNotification: { notifyParticipants: true } })
  await server.runner.drain()
  expect(provider.texts.at(-1)?.Body).toMatch(/: Yoga, Mo\., 10\. Mai, 12:00, ist abgesagt/)
  expect(getWording(await asOwner('DELETE', path))).toMatchObject({ isOwn: false })
  // Words equal to those of the product are not kept.
  expect(getWording(await asOwner('PUT', path, { wording: getWording(saved).standard }))).toMatchObject({ isOwn: false })
  const reader = await server.inviteCollaborator(studio.site, ['MEMBERS.MEMBER_READ'])
  expect((await server.call('GET', '/api/text-settings', reader)).status).toBe(200)
  expect((await server.call('PATCH', '/api/text-settings', { ...reader, body: { switches } })).status).toBe(403)
})

test('who waits for a full class is offered a place by text, with the link, as long as the offer stands', async () => {
  const flow = await createWaitlistClass(studio, 1)
  const eventId = await studio.session(flow, '2027-05-10T08:00:00Z', '2027-05-10T08:50:00Z')
  const join = async (phone: string, sendSmsReminder = true) =>
    server.call('POST', '/bookings/v1/waitlist/register', {
      token: await server.visitorToken(studio.site),
      body: {
        sessionId: eventId,
        booking: {
          bookedEntity: { slot: { serviceId: flow.id, eventId } },
          contactDetails: { firstName: 'Wim', email: `${phone}@example.org`, phone },
          totalParticipants: 1,
        },
        sendSmsReminder,
      },
    })
  const freePlace = async (booking: { id: string; revision: string }) =>
    studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
  const { body: seat } = await bookSeat(studio, flow, eventId, { token: await server.visitorToken(studio.site), email: 'sam@example.org' })
  expect(fields(await join('0151 234567'))).toEqual(['booking.contactDetails.phone'])
  const [asked, silent, waits] = [newNumber(), newNumber(), newNumber()]
  for (const [phone, wants] of [
    [asked, true],
    [silent, false],
    [waits, true],
  ] as const)
    expect((await join(phone, wants)).status).toBe(200)
  const { name: siteName } = (await asOwner('GET', '/api/site-settings')).body
  await freePlace(seat.booking)
  await server.runner.drain()
  expect(provider.texts.map(({ To, Body }) => [To, Body.replace(/http\S+/, 'LINK')])).toEqual([
    [asked, `${siteName}: A spot opened up! Yoga, Mon 10 May, 10:00. Held for you until Sat 1 May, 12:10: LINK Reply STOP to end texts.`],
  ])
  const link = /http\S+/.exec(provider.texts[0]?.Body ?? '')?.[0] ?? ''
  const page = await server.call('GET', `/api/bookings/by-link/${link.split('/').at(-1)}`, { token: await server.visitorToken(studio.site) })
  expect(page.body.waitlist).toMatchObject({ status: 'SUGGESTING' })

  // The offer passes on; the next one who wants texts gets it in the night, when it is over before the morning.
  server.freezeClock('2027-05-06T20:00:00Z')
  for (const time of ['2027-05-06T20:00:00Z', '2027-05-06T20:11:00Z']) await at(time)
  expect(provider.texts).toHaveLength(1)
  expect((await log({ to: waits.slice(-6) })).texts).toMatchObject([{ state: 'SKIPPED', skipReason: 'TOO_LATE' }])
  // Nothing is offered while other tests live later.
  await studio.owner(`/calendar/v3/events/${eventId}/cancel`, {})
})

test('in the quiet hours a text waits for the morning, unless it would come too late or is no longer true', async () => {
  const [waits, early, canceled] = [newNumber(), newNumber(), newNumber()]
  // Reminders of 23:30 in Berlin's night, for half past eleven of the next evening, and eight hours before a class at 7:30.
  await book(waits, { sendSmsReminder: true }, '2027-05-10T21:00:00Z')
  const gone = await book(canceled, { sendSmsReminder: true }, '2027-05-10T21:00:00Z')
  await asOwner('PUT', '/api/email-automations/BEFORE_BOOKING', { isOn: true, amount: 24 })
  await at('2027-05-09T21:00:00Z')
  expect(provider.texts).toEqual([])
  expect((await log({ state: 'QUEUED' })).total).toBe(2)
  await studio.owner(`/v2/bookings/${gone.id}/cancel`, { revision: gone.revision })
  await at('2027-05-10T05:59:00Z')
  expect(provider.texts).toEqual([])
  await at('2027-05-10T06:00:00Z')
  expect(provider.texts.map(({ To }) => To)).toEqual([waits])
  expect((await log({ to: canceled })).texts[0]).toMatchObject({ state: 'SKIPPED', skipReason: 'CHANGED' })
  await asOwner('PUT', '/api/email-automations/BEFORE_BOOKING', { isOn: true, amount: 8 })
  await book(early, { sendSmsReminder: true }, '2027-05-12T05:00:00Z')
  await at('2027-05-11T21:00:00Z')
  expect((await log({ to: early })).texts[0]).toMatchObject({ state: 'SKIPPED', skipReason: 'TOO_LATE' })
  // Without quiet hours it goes at once.
  expect((await asOwner('PATCH', '/api/text-settings', { quietHours: { isOn: true, from: '25:00', until: '08:00' } })).status).toBe(400)
  await asOwner('PATCH', '/api/text-settings', { quietHours: { isOn: false, from: '21:00', until: '08:00' } })
  const [{ id }] = (await log({ to: early })).texts
  expect((await asOwner('POST', `/api/texts/${id}/resend`)).status).toBe(200)
  await at('2027-05-11T21:01:00Z')
  expect(provider.texts.at(-1)?.To).toBe(early)
})

test('STOP ends texts to a number until it answers START; neither booking nor account changes that', async () => {
  const phone = newNumber()
  await book(phone, { sendSmsReminder: true })
  const stop = { MessageSid: 'SMin1', From: phone, To: '+15550100100', Body: ' stop ' }
  const forged = await sendReport(stop, { 'x-twilio-signature': 'forged' })
  expect([forged.statusCode, forged.json().details.applicationError.code]).toEqual([403, 'TEXT_SIGNATURE_INVALID'])
  expect(await report(stop)).toBe(200)
  await book(phone, { sendSmsReminder: true })
  await at('2027-05-09T08:00:00Z')
  expect(provider.texts).toEqual([])
  const { token } = await server.registerMember(studio.site)
  const mine = (method: string, body?: object) => server.call(method, '/api/my-texts', { token, ...(body && { body }) })
  const refused = await mine('PUT', { isWanted: true, phone })
  expect([errorCode(refused), refused.text.includes('+15550100100')]).toEqual(['TEXTS_STOPPED', true])
  expect(await report({ ...stop, MessageSid: 'SMin2', Body: 'START' })).toBe(200)
  expect((await mine('PUT', { isWanted: true, phone })).body).toMatchObject({ isWanted: true, isStopped: false, phone })
  // The provider repeats what it is not sure about: the first STOP ends nothing any more.
  expect(await report(stop)).toBe(200)
  expect((await mine('GET')).body.isWanted).toBe(true)
  expect(await report({ ...stop, MessageSid: 'SMin3', Body: 'Can I bring a friend?' })).toBe(200)
  const { replies, total } = await server.ok('GET', '/api/text-replies', owner)
  expect([total, replies.map(({ meaning }: { meaning: string }) => meaning).toSorted()]).toEqual([3, ['OTHER', 'START', 'STOP']])
})

test('a member names a number in the account, changes it, and ends texts', async () => {
  const { token, memberId } = await server.registerMember(studio.site)
  const mine = (method: string, body?: object) => server.call(method, '/api/my-texts', { token, ...(body && { body }) })
  expect((await mine('GET')).body).toEqual({ isOffered: true, isWanted: false, isStopped: false, sender: '+15550100100' })
  expect(fields(await mine('PUT', { isWanted: true }))).toEqual(['phone'])
  expect(fields(await mine('PUT', { isWanted: true, phone: '0151 234' }))).toEqual(['phone'])
  const [first, second] = [newNumber(), newNumber()]
  await mine('PUT', { isWanted: true, phone: first })
  await mine('PUT', { isWanted: true, phone: second })
  const eventId = await studio.session(yoga)
  await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mia', email: 'mia@example.org' } }, token)
  await at('2027-05-09T10:00:00Z')
  expect(provider.texts.map(({ To }) => To)).toEqual([second])
  expect((await mine('PUT', { isWanted: false })).body).toMatchObject({ isWanted: false, phone: second })
  const [{ id }] = (await log()).texts
  expect(errorCode(await asOwner('POST', `/api/texts/${id}/resend`))).toBe('TEXTS_NOT_WANTED')
  await asOwner('DELETE', '/api/connections/texts')
  expect((await mine('GET')).body).toEqual({ isOffered: false, isWanted: false, isStopped: false })
  expect(errorCode(await mine('PUT', { isWanted: true, phone: second }))).toBe('TEXTS_NOT_CONNECTED')
  expect(errorCode(await asOwner('POST', `/api/texts/${id}/resend`))).toBe('TEXTS_NOT_CONNECTED')
  // An erased member leaves neither number nor text.
  await server.ok('POST', `/api/members/${memberId}/erase`, { as: studio.site, body: {} })
  expect((await log()).texts[0]).toMatchObject({ to: 'erased', body: '' })
  const numbers = await server.open.db.selectFrom('memberTextNumber').select('phone').where('siteId', '=', studio.site.metaSiteId).execute()
  expect(numbers).toEqual([])
})

test('an erased guest leaves no number that they typed on the booking form, but a STOP and the number of another member stay', async () => {
  const [plain, texted, stopped, shared] = [newNumber(), newNumber(), newNumber(), newNumber()]
  const guest = { firstName: 'Gus', email: 'gus@example.org' }
  // Without a reminder sent, only the consent knows the number.
  for (const phone of [plain, stopped, shared]) await book(phone, { sendSmsReminder: true, contactDetails: { ...guest, phone } }, '2027-06-10T08:00:00Z')
  const { contactDetails } = await book(texted, { sendSmsReminder: true, contactDetails: { ...guest, phone: texted } })
  await at('2027-05-09T08:00:00Z')
  expect((await log({ to: texted })).total).toBe(1)
  for (const [sender, Body] of [
    [texted, 'see you'],
    [stopped, 'STOP'],
  ])
    expect(await report({ MessageSid: `SM-${sender}`, From: sender as string, Body: Body as string })).toBe(200)
  const { token } = await server.registerMember(studio.site)
  await server.ok('PUT', '/api/my-texts', { token, body: { isWanted: true, phone: shared } })
  await server.ok('POST', `/api/contacts/${contactDetails.contactId}/erase`, { as: studio.site, body: {} })
  const rows = await server.open.db.selectFrom('textRecipient').select(['phone', 'state']).where('siteId', '=', studio.site.metaSiteId).execute()
  expect(rows.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
    { phone: shared, state: 'ON' },
    { phone: stopped, state: 'STOPPED' },
  ])
  const answers = await server.open.db.selectFrom('incomingText').select('sender').where('siteId', '=', studio.site.metaSiteId).execute()
  expect(answers).toEqual([])
  expect((await log()).texts.map(({ to }: { to: string }) => to)).toEqual(['erased'])
})

test('what the provider refuses is in the log; what may work later is tried again, what was sent can be sent once more', async () => {
  const [gone, later] = [newNumber(), newNumber()]
  await book(gone, { sendSmsReminder: true })
  provider.failNext(400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' })
  await at('2027-05-09T08:00:00Z')
  expect((await log({ to: gone })).texts[0]).toMatchObject({ state: 'FAILED', error: 'Attempt to send to unsubscribed recipient' })
  const [{ id }] = (await log({ to: gone })).texts
  // The provider knows that the number answered STOP.
  expect(errorCode(await asOwner('POST', `/api/texts/${id}/resend`))).toBe('TEXTS_NOT_WANTED')
  await book(later, { sendSmsReminder: true })
  provider.failNext(503, {})
  await at('2027-05-09T08:10:00Z')
  expect((await log({ to: later })).texts[0]).toMatchObject({ state: 'FAILED' })
  const [failed] = (await log({ to: later })).texts
  expect((await asOwner('POST', `/api/texts/${failed.id}/resend`)).status).toBe(200)
  expect(errorCode(await asOwner('POST', `/api/texts/${failed.id}/resend`))).toBe('TEXT_IS_QUEUED')
  await server.runner.drain()
  const [sent] = (await log({ to: later })).texts
  expect(sent.state).toBe('SENT')
  const { sid } = provider.texts.at(-1) as { sid: string }
  expect(await report({ MessageSid: sid, MessageStatus: 'delivered', NumSegments: '2' })).toBe(200)
  expect((await log({ to: later })).texts[0]).toMatchObject({ state: 'DELIVERED', segments: 2 })
  // Reports arrive in any order.
  expect(await report({ MessageSid: sid, MessageStatus: 'failed', ErrorCode: '30003' })).toBe(200)
  expect((await log({ to: later })).texts[0]).toMatchObject({ state: 'DELIVERED' })
  // Two presses at once are one.
  const presses = await Promise.all([1, 2].map(() => asOwner('POST', `/api/texts/${failed.id}/resend`)))
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 428])
  await server.runner.drain()
  expect((await log({ to: later })).total).toBe(2)
  expect((await asOwner('POST', '/api/texts/00000000-0000-4000-8000-000000000000/resend')).status).toBe(404)
  const last = provider.texts.at(-1) as { sid: string }
  expect(await report({ MessageSid: last.sid, MessageStatus: 'undelivered', ErrorCode: '30005' })).toBe(200)
  expect((await log({ to: later, state: 'FAILED' })).texts[0]).toMatchObject({ error: 'undelivered (30005)' })
})

test('codes of a second step go through the same provider', async () => {
  expect((await server.ok('GET', '/sign-in/v1/config', { as: studio.site })).textMessages).toBe(true)
  expect((await asOwner('GET', '/api/site')).body.textMessages).toBe(true)
})
