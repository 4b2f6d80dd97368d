/** What is measured: a call of ours, and the least that a bare server must do for the same answer. */
import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { hashPassword, verifyPassword } from '#domains/identity/password-hash.ts'
import type { TestSite, TestServer } from '../../test/test-server.ts'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** JSON; `{n}` becomes a number that is never used twice. */
  body?: string
  /** These instead, in turns. */
  bodies?: string[]
}
/** Bare SQL on the same database: named statements with parameters, and scripts. */
export interface Sql {
  rows(name: string, text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  script(text: string): Promise<void>
}
export interface Scenario {
  name: string
  /** Ours divided by bare, requests per second: below `floor` is a failure, `aim` is the target. */
  floor?: number
  aim?: number
  /** Slowest median in milliseconds at one connection; for calls that have no bare counterpart. */
  p50?: { floor: number; aim: number }
  /** Slowest hundredth, in milliseconds on a quiet machine, or so many times the median on a busy one; for calls that have no bare counterpart. */
  p99?: { quiet: number; timesP50: number }
  connections: number
  /** Not on the embedded database: there it would only say the same a second time. */
  onlyServer?: true
  prepare(testServer: TestServer, site: TestSite): Promise<Call>
  bare?(app: FastifyInstance, sql: Sql): Promise<Call>
  /** Beside it, when `bare` has prepared the tables: the least that any server does for such a call, without what ours keeps with it. */
  leanest?(app: FastifyInstance, sql: Sql): Call
}

const asOwner = (site: TestSite) => ({ authorization: site.apiKey, 'wix-site-id': site.metaSiteId })
const oneText = async (sql: Sql, name: string, text: string, values: readonly unknown[] = []) => (await sql.rows(name, text, values))[0]?.['text'] as string

const members: Scenario = {
  name: 'member list of 50 by filter',
  floor: 0.4,
  aim: 0.8,
  connections: 32,
  async prepare(testServer, site) {
    for (let at = 0; at < 60; at++)
      await testServer.ok('POST', '/v1/members', {
        as: site,
        body: { member: { loginEmail: `m${at}@people.example`, contact: { firstName: 'Mia', lastName: `No ${at}` } } },
      })
    return {
      method: 'POST',
      path: '/v1/members/query',
      headers: asOwner(site),
      body: JSON.stringify({ query: { filter: { status: 'APPROVED' }, paging: { limit: 50 } }, fieldsets: ['FULL'] }),
    }
  },
  // The same fields, the same filter, the same total, and JSON that the database makes.
  async bare(app, sql) {
    await sql.script(`
      create table bare_member (site_id int, id uuid, email text, verified boolean, status text, privacy text, activity text, first_name text, last_name text,
        nickname text, slug text, phones text[], emails text[], addresses jsonb, custom jsonb, created_at timestamptz, updated_at timestamptz, primary key (site_id, id));
      insert into bare_member select 1, gen_random_uuid(), 'm' || n || '@people.example', false, 'APPROVED', 'PRIVATE', 'ACTIVE', 'Mia', 'No ' || n,
        'Mia No ' || n, 'miano' || n, '{}', '{}', '[]', '{}', now(), now() from generate_series(1, 60) n;
      create index on bare_member (site_id, created_at, id)`)
    app.post('/members', async (_, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(
        await oneText(
          sql,
          'members',
          `select json_build_object('members', json_agg(m), 'metadata', json_build_object('count', count(*), 'offset', 0, 'tooManyToCount', false,
             'total', (select count(*) from bare_member where site_id = $1 and status = $2)))::text as text
           from (select id, id "contactId", status, privacy "privacyStatus", activity "activityStatus", json_build_object('nickname', nickname, 'slug', slug) profile,
                   created_at "createdDate", updated_at "updatedDate", email "loginEmail", verified "loginEmailVerified",
                   json_build_object('contactId', id, 'firstName', first_name, 'lastName', last_name, 'phones', phones, 'emails', emails, 'addresses', addresses, 'customFields', custom) contact
                 from bare_member where site_id = $1 and status = $2 order by created_at, id limit 50) m`,
          [1, 'APPROVED'],
        ),
      ),
    )
    return { method: 'POST', path: '/members', body: '{}' }
  },
}

const plans: Scenario = {
  name: 'public plan list of 10',
  floor: 0.4,
  aim: 0.8,
  connections: 32,
  async prepare(testServer, site) {
    for (let at = 0; at < 10; at++)
      await testServer.ok('POST', '/v2/plans', {
        as: site,
        body: { plan: { name: `Plan ${at}`, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
      })
    return { method: 'GET', path: '/v2/plans/public', headers: { authorization: await testServer.visitorToken(site) } }
  },
  async bare(app, sql) {
    await sql.script(`create table bare_plan (id uuid primary key, name text, slug text, description text, perks jsonb, pricing jsonb, max_purchases int, terms text, created_at timestamptz, updated_at timestamptz);
      insert into bare_plan select gen_random_uuid(), 'Plan ' || n, 'plan-' || n, '', '{"values":[]}', '{"singlePaymentUnlimited":true,"price":{"value":"10","currency":"EUR"}}', 0, '', now(), now() from generate_series(1, 10) n`)
    app.get('/plans', async (_, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(
        await oneText(
          sql,
          'plans',
          `select json_build_object('plans', json_agg(p), 'pagingMetadata', json_build_object('count', count(*)))::text as text
           from (select id, name, slug, description, perks, pricing, max_purchases "maxPurchasesPerBuyer", terms "termsAndConditions", created_at "createdDate", updated_at "updatedDate" from bare_plan order by created_at limit 75) p`,
        ),
      ),
    )
    return { method: 'GET', path: '/plans' }
  },
}

/** A server that only signs: ES256 as ours, with what `before` puts on record. */
async function bareSigner(app: FastifyInstance, before: () => Promise<unknown>): Promise<Call> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ alg: 'ES256', typ: 'JWT' })
  app.post('/token', async () => {
    await before()
    const text = `${head}.${part({ sub: randomUUID(), jti: randomUUID(), exp: Date.now() })}`
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { access_token: `${text}.${signature.toString('base64url')}`, refresh_token: randomBytes(32).toString('base64url'), expires_in: 14_400 }
  })
  return { method: 'POST', path: '/token', body: '{}' }
}

/** One client may ask for six thousand tokens a minute: a busy machine has several front ends. */
const FRONT_ENDS = 60

const anonymous: Scenario = {
  name: 'anonymous token, refresh token stored',
  floor: 0.4,
  aim: 0.7,
  connections: 32,
  async prepare(testServer, site) {
    const copies = Array.from({ length: FRONT_ENDS }, () => randomUUID())
    await testServer.open.script(`insert into oauth_app select (jsonb_populate_record(a, jsonb_build_object('id', copy))).* from oauth_app a, unnest('{${copies.join()}}'::uuid[]) copy
      where a.id = '${site.clientId}'`)
    const bodies = copies.map((clientId) => JSON.stringify({ clientId, grantType: 'anonymous' }))
    return { method: 'POST', path: '/oauth2/token', body: bodies[0] as string, bodies }
  },
  async bare(app, sql) {
    await sql.script('create table bare_token (id uuid primary key, hash text not null, created_at timestamptz default now())')
    return bareSigner(app, () => sql.rows('token', 'insert into bare_token (id, hash) values ($1, $2)', [randomUUID(), randomBytes(32).toString('base64url')]))
  },
}

/** More browsers than one: a single refresh token may be used sixty times a minute. */
const BROWSERS = 1000

const refresh: Scenario = {
  name: 'token refresh, refresh token looked up',
  connections: 32,
  async prepare(testServer, site) {
    const bodies: string[] = []
    for (let at = 0; at < BROWSERS; at++) {
      const { refresh_token } = await testServer.ok('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'anonymous' } })
      bodies.push(JSON.stringify({ clientId: site.clientId, grantType: 'refresh_token', refreshToken: refresh_token }))
    }
    return { method: 'POST', path: '/oauth2/token', body: bodies[0] as string, bodies }
  },
  // The least is to find the token that is on record.
  async bare(app, sql) {
    await sql.script(`create table bare_refresh (hash text primary key, visitor_id uuid not null, ends_at timestamptz not null);
      insert into bare_refresh select md5(n::text), gen_random_uuid(), now() + interval '1 year' from generate_series(1, ${BROWSERS}) n`)
    const known = createHash('md5').update('7').digest('hex')
    return bareSigner(app, () => sql.rows('refresh', 'select visitor_id from bare_refresh where hash = $1 and ends_at > now()', [known]))
  },
}

/** Several people: two sign-ins of one person wait for each other. */
const PEOPLE = 20

const signIn: Scenario = {
  name: 'sign-in by password against argon2',
  floor: 0.7,
  aim: 0.9,
  connections: 8,
  async prepare(testServer, site) {
    const bodies: string[] = []
    for (let at = 0; at < PEOPLE; at++)
      bodies.push(JSON.stringify({ loginId: { email: (await testServer.registerMember(site)).email }, password: 'a calm long evening' }))
    return { method: 'POST', path: '/v2/login', headers: { authorization: await testServer.visitorToken(site) }, body: bodies[0] as string, bodies }
  },
  // As many at once as ours allows itself.
  async bare(app) {
    const known = await hashPassword('a calm long evening')
    app.post('/login', async () => ({ state: (await verifyPassword(known, 'a calm long evening')) ? 'SUCCESS' : 'FAILURE' }))
    return { method: 'POST', path: '/login', body: '{}' }
  },
}

const ownMember: Scenario = {
  name: 'a read that is checked against session and permission',
  connections: 32,
  async prepare(testServer, site) {
    const { token } = await testServer.registerMember(site)
    return { method: 'GET', path: '/v1/members/my?fieldsets=FULL', headers: { authorization: token } }
  },
  // A session is looked up, and what it may see is read.
  async bare(app, sql) {
    await sql.script(`create table bare_session (id uuid primary key, member_id uuid not null, ends_at timestamptz not null);
      create table bare_self (id uuid primary key, email text, status text, nickname text, slug text, first_name text, last_name text, created_at timestamptz);
      insert into bare_self values ('00000000-0000-4000-8000-000000000001', 'mia@people.example', 'APPROVED', 'Mia', 'mia', 'Mia', 'Member', now());
      insert into bare_session values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', now() + interval '1 day')`)
    app.get('/my', async (_, reply) => {
      const [session] = await sql.rows('session', 'select member_id from bare_session where id = $1 and ends_at > now()', [
        '00000000-0000-4000-8000-000000000002',
      ])
      const text = await oneText(
        sql,
        'self',
        `select json_build_object('member', json_build_object('id', id, 'loginEmail', email, 'status', status, 'profile', json_build_object('nickname', nickname, 'slug', slug),
           'contact', json_build_object('firstName', first_name, 'lastName', last_name), 'createdDate', created_at))::text as text from bare_self where id = $1`,
        [session?.['member_id']],
      )
      return reply.header('content-type', 'application/json; charset=utf-8').send(text)
    })
    return { method: 'GET', path: '/my' }
  },
}

const preview: Scenario = {
  name: 'price preview of a plan',
  connections: 32,
  async prepare(testServer, site) {
    const { plan } = await testServer.ok('POST', '/v2/plans', {
      as: site,
      body: { plan: { name: 'Ten classes', pricing: { singlePaymentUnlimited: true, price: { value: '120' } } } },
    })
    return {
      method: 'POST',
      path: '/v2/checkout/orders/price-preview',
      headers: { authorization: await testServer.visitorToken(site) },
      body: JSON.stringify({ planId: plan.id }),
    }
  },
  async bare(app, sql) {
    await sql.script(`create table bare_price (id int primary key, price numeric, currency text); insert into bare_price values (1, 120, 'EUR')`)
    app.post('/price', async () => {
      const [row] = await sql.rows('price', 'select price::text as price, currency from bare_price where id = $1', [1])
      return { price: { subtotal: row?.['price'], total: row?.['price'], currency: row?.['currency'], discount: '0', fees: [] } }
    })
    return { method: 'POST', path: '/price', body: '{}' }
  },
}

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const getStaff = async (testServer: TestServer, site: TestSite, count: number): Promise<string[]> => {
  const made: string[] = []
  for (let at = 0; at < count; at++) {
    const { staffMember } = await testServer.ok('POST', '/v1/staff-members', {
      as: site,
      body: { staffMember: { name: `Teacher ${at}`, email: `t${at}@studio.example` } },
    })
    made.push(staffMember.resourceId)
  }
  return made
}

/** A class on a weekday with seats for everyone. */
async function hugeClass(testServer: TestServer, site: TestSite): Promise<{ serviceId: string; eventId: string }> {
  const [resource] = await getStaff(testServer, site, 1)
  const { service } = await testServer.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'CLASS',
        name: 'Flow',
        defaultCapacity: 1000,
        onlineBooking: { enabled: true },
        payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } },
      },
    },
  })
  const { event } = await testServer.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: service.schedule.id,
        type: 'CLASS',
        title: 'Flow',
        totalCapacity: 1000,
        start: { localDate: `${dayAhead(5)}T10:00:00` },
        end: { localDate: `${dayAhead(5)}T11:00:00` },
        resources: [{ id: resource }],
      },
    },
  })
  // Enough seats for the whole run; the API itself stops at a sensible number.
  await testServer.open.script(
    `alter table calendar_event drop constraint if exists calendar_event_capacity_check; update calendar_event set capacity = 10000000 where id = '${event.id}'; update session_seat set capacity = 10000000`,
  )
  return { serviceId: service.id, eventId: event.id }
}

const booking: Scenario = {
  name: 'create booking with all rules',
  floor: 0.5,
  aim: 0.7,
  connections: 8,
  async prepare(testServer, site) {
    const slot = await hugeClass(testServer, site)
    return {
      method: 'POST',
      path: '/v2/bookings',
      headers: asOwner(site),
      body: JSON.stringify({
        booking: {
          bookedEntity: { slot },
          contactDetails: { firstName: 'Guest', lastName: 'One', email: 'guest-{n}@people.example' },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE',
        },
      }),
    }
  },
  // The seat, the booking, the contact, the event and the job in one function: what must be on record when we answer.
  async bare(app, sql) {
    await sql.script(`create table bare_event (id int primary key, taken int not null, capacity int not null, check (taken <= capacity));
      create table bare_contact (id uuid primary key, email text unique);
      create table bare_booking (id uuid primary key, event_id int, contact_id uuid, at timestamptz);
      create table bare_outbox (id uuid primary key, kind text, payload jsonb);
      insert into bare_event values (1, 0, 1000000000);
      create function bare_book(who text) returns uuid language plpgsql as $$ declare made uuid := gen_random_uuid(); guest uuid := gen_random_uuid(); begin
        update bare_event set taken = taken + 1 where id = 1 and taken < capacity;
        insert into bare_contact values (guest, who) on conflict (email) do update set email = excluded.email returning id into guest;
        insert into bare_booking values (made, 1, guest, now());
        insert into bare_outbox values (gen_random_uuid(), 'event', jsonb_build_object('booking', made)), (gen_random_uuid(), 'email', jsonb_build_object('to', who));
        return made; end $$`)
    app.post('/book', async (request) => {
      const [row] = await sql.rows('book', 'select bare_book($1) as id', [(request.body as { email: string }).email])
      return { booking: { id: row?.['id'] } }
    })
    return { method: 'POST', path: '/book', body: '{"email":"guest-{n}@people.example"}' }
  },
  // A seat and a booking in one statement: no contact, no event, no job.
  leanest(app, sql) {
    const text = `with seat as (update bare_event set taken = taken + 1 where id = 1 and taken < capacity returning id)
      insert into bare_booking select gen_random_uuid(), id, null, now() from seat returning id`
    app.post('/seat', async () => ({ booking: { id: (await sql.rows('seat', text, []))[0]?.['id'] } }))
    return { method: 'POST', path: '/seat', body: '{"email":"guest-{n}@people.example"}' }
  },
}

/** As many as ask at once when a popular class opens. */
const crowd: Scenario = {
  name: 'book one class, 64 clients',
  p99: { quiet: 60, timesP50: 4 },
  connections: 64,
  prepare: booking.prepare,
}

const month = (staff: number, p50?: Scenario['p50']): Scenario => ({
  name: `month of availability, ${staff} staff`,
  ...(p50 ? {} : { onlyServer: true }),
  ...(p50 ? { p50 } : {}),
  connections: 1,
  async prepare(testServer, site) {
    const { service } = await testServer.ok('POST', '/v2/services', {
      as: site,
      body: {
        service: {
          type: 'APPOINTMENT',
          name: 'Talk',
          defaultCapacity: 1,
          onlineBooking: { enabled: true },
          payment: { rateType: 'NO_FEE' },
          schedule: { availabilityConstraints: { sessionDurations: [60] } },
          staffMemberIds: await getStaff(testServer, site, staff),
        },
      },
    })
    const filter = { serviceId: service.id, startDate: `${dayAhead(1)}T00:00:00Z`, endDate: `${dayAhead(31)}T00:00:00Z` }
    return {
      method: 'POST',
      path: '/v1/availability/query',
      headers: { authorization: await testServer.visitorToken(site) },
      body: JSON.stringify({ query: { filter } }),
    }
  },
})

export const scenarios = [members, plans, anonymous, refresh, signIn, ownMember, preview, booking, crowd, month(1, { floor: 15, aim: 5 }), month(5), month(20)]
