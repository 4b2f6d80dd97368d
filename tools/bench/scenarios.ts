/** What is measured: a call of ours, and the least that a bare server must do for the same answer. */
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { TestSite, World } from '../../test/world.ts'

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: () => unknown
}
export interface Scenario {
  name: string
  /** Ours divided by bare, requests per second: below `floor` is a failure, `aim` is the wish. */
  floor: number
  aim: number
  connections: number
  prepare(world: World, site: TestSite): Promise<Call>
  bare(app: FastifyInstance, pool: pg.Pool): Promise<Call>
}

const asOwner = (site: TestSite) => ({ authorization: site.apiKey, 'wix-site-id': site.metaSiteId })

const members: Scenario = {
  name: 'members list of 50 by filter',
  floor: 0.4,
  aim: 0.8,
  connections: 8,
  async prepare(world, site) {
    for (let at = 0; at < 60; at++)
      await world.ok('POST', '/v1/members', {
        as: site,
        body: { member: { loginEmail: `m${at}@people.example`, contact: { firstName: 'Mia', lastName: `No ${at}` } } },
      })
    return {
      method: 'POST',
      path: '/v1/members/query',
      headers: asOwner(site),
      body: () => ({ query: { filter: { status: 'APPROVED' }, paging: { limit: 50 } }, fieldsets: ['FULL'] }),
    }
  },
  async bare(app, pool) {
    await pool.query(`create table bare_member (id uuid primary key, email text, status text, first_name text, last_name text, created_at timestamptz default now());
      insert into bare_member select gen_random_uuid(), 'm' || n || '@people.example', 'APPROVED', 'Mia', 'No ' || n from generate_series(1, 60) n`)
    app.post('/members', async (_, reply) => {
      const { rows } = await pool.query<{ text: string }>({
        name: 'members',
        text: `select json_build_object('members', json_agg(m))::text text from (select id, email "loginEmail", status, created_at "createdDate", json_build_object('firstName', first_name, 'lastName', last_name) contact from bare_member where status = $1 order by created_at limit 50) m`,
        values: ['APPROVED'],
      })
      return reply.header('content-type', 'application/json').send(rows[0]?.text)
    })
    return { method: 'POST', path: '/members', body: () => ({}) }
  },
}

const plans: Scenario = {
  name: 'public plan list',
  floor: 0.4,
  aim: 0.8,
  connections: 8,
  async prepare(world, site) {
    for (let at = 0; at < 10; at++)
      await world.ok('POST', '/v2/plans', {
        as: site,
        body: { plan: { name: `Plan ${at}`, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
      })
    return { method: 'GET', path: '/v2/plans/public', headers: { authorization: await world.visitor(site) } }
  },
  async bare(app, pool) {
    await pool.query(
      `create table bare_plan (id uuid primary key, name text, price numeric); insert into bare_plan select gen_random_uuid(), 'Plan ' || n, 10 from generate_series(1, 10) n`,
    )
    app.get('/plans', async (_, reply) => {
      const { rows } = await pool.query<{ text: string }>({
        name: 'plans',
        text: `select json_build_object('plans', json_agg(p))::text text from (select id, name, json_build_object('value', price::text) price from bare_plan order by name) p`,
      })
      return reply.header('content-type', 'application/json').send(rows[0]?.text)
    })
    return { method: 'GET', path: '/plans' }
  },
}

const token: Scenario = {
  name: 'anonymous token with a stored refresh token',
  floor: 0.4,
  aim: 0.7,
  connections: 8,
  async prepare(_, site) {
    return { method: 'POST', path: '/oauth2/token', body: () => ({ clientId: site.clientId, grantType: 'anonymous' }) }
  },
  async bare(app, pool) {
    await pool.query('create table bare_token (id uuid primary key, hash bytea not null, created_at timestamptz default now())')
    const { privateKey } = generateKeyPairSync('ed25519')
    const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const head = Buffer.from('{"alg":"EdDSA"}').toString('base64url')
    app.post('/token', async () => {
      const refresh = randomBytes(32)
      await pool.query({ name: 'token', text: 'insert into bare_token (id, hash) values ($1, $2)', values: [randomUUID(), refresh] })
      const text = `${head}.${Buffer.from(JSON.stringify({ sub: randomUUID(), exp: Date.now() })).toString('base64url')}`
      return { access_token: `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`, refresh_token: refresh.toString('base64url') }
    })
    return { method: 'POST', path: '/token', body: () => ({}) }
  },
}

/** A class on a weekday with seats for everybody. */
async function hugeClass(world: World, site: TestSite): Promise<{ serviceId: string; eventId: string }> {
  const staff = await world.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Lena', email: 'lena@studio.example' } } })
  const { service } = await world.ok('POST', '/v2/services', {
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
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { event } = await world.ok('POST', '/calendar/v3/events', {
    as: site,
    body: {
      event: {
        scheduleId: service.schedule.id,
        type: 'CLASS',
        title: 'Flow',
        totalCapacity: 1000,
        start: { localDate: `${day}T10:00:00` },
        end: { localDate: `${day}T11:00:00` },
        resources: [{ id: staff.staffMember.resourceId }],
      },
    },
  })
  // Enough seats for the whole run; the API itself stops at a sensible number.
  await world.open.script(`update class_event set capacity = 10000000 where id = '${event.id}'`).catch(() => undefined)
  return { serviceId: service.id, eventId: event.id }
}

const booking: Scenario = {
  name: 'create booking with all rules',
  floor: 0.25,
  aim: 0.5,
  connections: 8,
  async prepare(world, site) {
    const slot = await hugeClass(world, site)
    let guest = 0
    return {
      method: 'POST',
      path: '/v2/bookings',
      headers: asOwner(site),
      body: () => ({
        booking: {
          bookedEntity: { slot },
          contactDetails: { firstName: 'Guest', lastName: 'One', email: `guest-${(guest += 1)}@people.example` },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE',
        },
      }),
    }
  },
  async bare(app, pool) {
    await pool.query(`create table bare_event (id int primary key, taken int not null, capacity int not null, check (taken <= capacity));
      create table bare_booking (id uuid primary key, event_id int, email text);
      insert into bare_event values (1, 0, 1000000000);
      create function bare_book(who text) returns uuid language plpgsql as $$ declare made uuid := gen_random_uuid(); begin
        update bare_event set taken = taken + 1 where id = 1; insert into bare_booking values (made, 1, who); return made; end $$`)
    app.post('/book', async (request) => {
      const { rows } = await pool.query<{ id: string }>({ name: 'book', text: 'select bare_book($1) id', values: [(request.body as { email: string }).email] })
      return { booking: { id: rows[0]?.id } }
    })
    return { method: 'POST', path: '/book', body: () => ({ email: 'guest@people.example' }) }
  },
}

export const scenarios = [members, plans, token, booking]
