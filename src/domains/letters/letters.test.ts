/** What people want to read: chosen in the account, by the link in a letter, by one click; and kept to when letters leave. */
import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useMailSettings } from '#domains/house/reactions.ts'
import { findOrCreateContact } from '#domains/members/public.ts'
import { houseOccasion, unitOfWork } from '#kit/work/unit.ts'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
}, 60_000)
afterAll(async () => {
  expect(world.problems).toEqual([])
  await world.close()
})

/** Puts a letter into the outbox and lets it leave; the letter as it is kept. */
async function sent(to: string, template: string) {
  const variables = { siteName: 'Studio', memberName: 'Ann', planName: 'Pass', serviceName: 'Yoga', startText: 'tomorrow', timeZoneName: 'UTC' }
  await unitOfWork(world.deps, houseOccasion(site.metaSiteId, 'http://here.example'), async (ctx) => ctx.send({ to, template, variables }))
  await world.ok('POST', '/_test/run', { body: {} })
  return world.open.db
    .selectFrom('letter')
    .select(['template', 'state', 'html', 'bodyText', 'subject'])
    .where('siteId', '=', site.metaSiteId)
    .where('recipient', '=', to)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
const linkIn = (letter: { bodyText: string | null }) => /http:\/\/\S+\/letters\/([\w-]+)\?kind=(\w+)/.exec(letter.bodyText ?? '')

test('a member chooses language and letters; what is always sent has no such choice in its foot', async () => {
  const { token, email } = await world.member(site)
  const mine = () => world.ok('GET', '/api/my-letters', { token })
  const wanted = (await mine()).kinds
  expect(wanted).toEqual([
    { kind: 'BOOKING_REMINDERS', wanted: true },
    { kind: 'PLAN_REMINDERS', wanted: true },
    { kind: 'PLAN_NEWS', wanted: true },
  ])
  const english = await sent(email, 'plan-started')
  expect([english.state, linkIn(english)?.[2]]).toEqual(['KEPT', 'PLAN_NEWS'])
  const change = await world.ok('PATCH', '/api/my-letters', { token, body: { language: 'de', kinds: [{ kind: 'PLAN_NEWS', wanted: false }] } })
  expect(change).toEqual({ email, language: 'de', kinds: wanted.map((one: { kind: string }) => ({ ...one, wanted: one.kind !== 'PLAN_NEWS' })) })
  expect(await mine()).toEqual(change)
  expect((await sent(email, 'plan-started')).state).toBe('UNWANTED')
  const reminder = await sent(email, 'plan-ending')
  expect([reminder.state, reminder.html]).toEqual(['KEPT', expect.stringContaining('<html lang="de">')])
  for (const always of ['payment-receipt', 'payment-failed', 'plan-canceled']) {
    const letter = await sent(email, always)
    expect([always, letter.state, linkIn(letter)]).toEqual([always, 'KEPT', null])
  }
  expect((await world.ok('GET', '/api/members/my/data', { token })).records.letters).toEqual({ refused: ['PLAN_NEWS'] })
  for (const body of [{ language: 'fr' }, { kinds: [{ kind: 'RECEIPTS', wanted: false }] }])
    expect((await world.call('PATCH', '/api/my-letters', { token, body })).status).toBe(400)
  for (const method of ['GET', 'PATCH'])
    expect((await world.call(method, '/api/my-letters', { token: await world.visitor(site), ...(method === 'PATCH' && { body: {} }) })).status).toBe(403)
})

test('a guest says so by the link, or by one click in the mail program; signing up takes the choice along, erasing forgets it', async () => {
  const email = `guest-${randomUUID().slice(0, 8)}@shop.example`
  const token = linkIn(await sent(email, 'booking-reminder'))?.[1] ?? ''
  const path = `/api/letters/by-link/${token}`
  expect((await world.ok('GET', path, { as: site })).email).toBe('g…@shop.example')
  expect((await world.call('POST', `${path}/stop/BOOKING_REMINDERS`)).status).toBe(200)
  const one = await world.app.inject({
    method: 'POST',
    url: `${path}/stop/BOOKING_REMINDERS`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(one.statusCode).toBe(200)
  const opened = await world.app.inject({ method: 'GET', url: `${path}/stop/BOOKING_REMINDERS` })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, expect.stringContaining(`/letters/${token}?kind=BOOKING_REMINDERS`)])
  expect((await sent(email, 'booking-reminder')).state).toBe('UNWANTED')
  expect((await world.call('PUT', path, { body: { kinds: [{ kind: 'PLAN_REMINDERS', wanted: false }] } })).status).toBe(200)
  for (const unknown of ['nonsense', `${token}x`]) expect((await world.call('GET', `/api/letters/by-link/${unknown}`)).status).toBe(404)
  // What stands in the tables opens nothing.
  const kept = await world.open.db
    .selectFrom('letterReader')
    .selectAll()
    .where('siteId', '=', site.metaSiteId)
    .where('reader', '=', email)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(token)
  expect((await world.call('GET', `/api/letters/by-link/${kept.linkId}`)).status).toBe(404)

  // The address becomes a member: the choice is theirs, and the old link goes on.
  await unitOfWork(world.deps, houseOccasion(site.metaSiteId, 'http://here'), (ctx) => findOrCreateContact(ctx, { email }))
  const { member } = await world.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: email } } })
  expect((await sent(email, 'plan-ending')).state).toBe('UNWANTED')
  expect((await world.ok('GET', path)).kinds).toContainEqual({ kind: 'PLAN_REMINDERS', wanted: false })
  await world.ok('POST', `/api/members/${member.id}/erase`, { as: site, body: {} })
  expect((await world.call('GET', path)).status).toBe(404)
})

test('the letter on its way carries what mail programs read', async () => {
  const heard: string[] = []
  const server = createServer((socket: Socket) => {
    socket.write('220 here\r\n')
    let inData = false
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      heard.push(text)
      if (inData) {
        if (text.endsWith('\r\n.\r\n')) {
          inData = false
          socket.write('250 taken\r\n')
        }
      } else if (text.startsWith('DATA')) {
        inData = true
        socket.write('354 go on\r\n')
      } else socket.write(text.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  useMailSettings({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'studio@example.org' })
  try {
    const letter = await sent('reader@shop.example', 'booking-reminder')
    expect(letter.state).toBe('SENT')
    const token = linkIn(letter)?.[1]
    const head = heard.join('').replaceAll(/\r\n[ \t]+/g, ' ')
    expect(head).toMatch(new RegExp(`List-Unsubscribe: <http://\\S+/api/letters/by-link/${token}/stop/BOOKING_REMINDERS>`))
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  } finally {
    useMailSettings({ smtpUrl: undefined, from: '' })
    server.close()
  }
})
