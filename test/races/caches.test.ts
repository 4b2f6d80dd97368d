/** Two processes on one server: what one changes the other does not keep. Source: decision 0045. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase, writes } from '#kit/db/open.ts'
import { emptyDatabase } from '../test-databases.ts'
import { createStudio, weekdayNoon } from './studio.ts'

const findUrl = async ({ db }: OpenDatabase): Promise<string> => {
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${(await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name}`
  return url.href
}
/** Runs SQL on a connection that no cache knows of. */
async function direct(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let url: string
  let here: OpenDatabase
  let there: OpenDatabase
  let loads = 0
  const read = () =>
    there.cache.getOrLoad(['site'], 'name', async () => {
      loads += 1
      return (await sql<{ name: string }>`select name from site where id = 1`.execute(there.db)).rows[0]?.name
    })
  /** Lets a time pass for the caches alone. */
  let later = 0
  const now = performance.now.bind(performance)
  const isHearing = async () => {
    await read()
    later += 30_000
    const before = loads
    await read()
    return loads === before
  }

  beforeAll(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    here = await emptyDatabase()
    await here.script("create table site (id int primary key, name text); insert into site values (1, 'old')")
    url = await findUrl(here)
    there = await openDatabase({ url })
    await Promise.all([here.hearOthers?.(), there.hearOthers?.()])
    await vi.waitFor(async () => expect(await isHearing()).toBe(true), { timeout: 60_000 })
  })
  afterEach(async () => {
    await here.db.updateTable('site').set({ name: 'old' }).execute()
    await vi.waitFor(async () => expect(await read()).toBe('old'), { timeout: 60_000 })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await Promise.all([here.close(), there.close()])
  })

  const changes: Record<string, (name: string) => Promise<unknown>> = {
    'in a transaction': (name) => here.db.transaction().execute((tx) => tx.updateTable('site').set({ name }).execute()),
    'in a statement of its own': (name) => here.db.updateTable('site').set({ name }).execute(),
    'by marked SQL': (name) => sql`${writes('site')} update site set name = ${name}`.execute(here.db),
    'by SQL that names no tables': (name) => here.db.transaction().execute((tx) => sql`update site set name = ${name}`.execute(tx)),
    'by a script': (name) => here.script(`update site set name = '${name}'`),
  }
  test.each(Object.keys(changes))('a change %s is known to the other process without waiting for the end of what it keeps', async (way) => {
    expect(await read()).toBe('old')
    await changes[way]?.(way)
    await expect.poll(read).toBe(way)
  })

  test('what is not changed is kept for a minute, and not for longer', async () => {
    await read()
    later += 59_000
    const before = loads
    await read()
    expect(loads).toBe(before)
    later += 2_000
    await read()
    expect(loads).toBe(before + 1)
  })

  test('a change that is rolled back is told to no other process', async () => {
    await read()
    const before = loads
    await here.db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('site').set({ name: 'never' }).execute()
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    // It is heard after everything that was told before it.
    await changes['in a statement of its own']?.('next')
    await expect.poll(read).toBe('next')
    expect(loads).toBe(before + 1)
  })

  test('a process that lost its connection for changes sees them a second later, and hears of them again by itself', async () => {
    await read()
    await direct(url, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atrium cache' and datname = current_database()")
    await direct(url, "update site set name = 'unheard'")
    await expect
      .poll(async () => {
        later += 1_001
        return read()
      })
      .toBe('unheard')
    await expect.poll(isHearing).toBe(true)
    await changes['in a transaction']?.('heard')
    await expect.poll(read).toBe('heard')
  })

  test('a booking tells nothing: what tells takes turns with all others that tell at the same moment', async () => {
    const studio = await createStudio()
    const { serviceId, eventId } = await studio.classWith(5, 3)
    const listener = new pg.Client(await findUrl(studio.server.open))
    await listener.connect()
    const heard: string[] = []
    listener.on('notification', ({ payload = '' }) => heard.push(payload.split(' ').slice(1).join(' ')))
    await listener.query('listen atrium_cache')
    await studio.book(studio.slotAt(await studio.appointment('Talk'), weekdayNoon(6)), 1)
    heard.length = 0
    const { status, text } = await studio.book({ serviceId, eventId }, 2)
    expect(status, text).toBe(200)
    await studio.owner('PATCH', `/v2/services/${serviceId}`, { service: { revision: '1', name: 'Flow again' } })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard).toEqual([expect.stringContaining('service')])
    await listener.end()
    await studio.server.close()
  })
})
