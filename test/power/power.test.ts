/**
 * The power goes at any moment of the embedded database's life: it opens again, and holds all that it answered. CUTS sets how
 * many (10 in the short form, 200 with `npm run soak -- --only power`).
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
import { newRandom, type Random } from '../kill/random.ts'
import { recordDisk, writeContents, type Recording } from './recorded-disk.ts'

const cuts = Number(process.env.CUTS ?? 10)
const minute = 60_000
// The disk is played, so the folder may lie in memory.
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'atrium-power-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Something that was answered after so many steps of the disk. */
interface Acknowledged {
  after: number
  id: number
  /** Undefined once it was removed. */
  value?: number
}

/** A database in use: every change writes two tables at once, so that half a change shows. */
class Life {
  readonly acknowledged: Acknowledged[] = []
  #ids = 0
  readonly #open: OpenDatabase
  readonly #disk: Recording
  readonly #chance: Random
  constructor(open: OpenDatabase, disk: Recording, random: Random, ids = 0) {
    this.#open = open
    this.#disk = disk
    this.#chance = random
    this.#ids = ids
  }
  get ids(): number {
    return this.#ids
  }
  async goesOn(changes: number): Promise<void> {
    for (let n = 0; n < changes; n++) {
      const value = this.#chance.between(0, 1_000_000)
      const [what, id] =
        this.#ids > 10 && this.#chance.next() < 0.3 ? (['change', this.#chance.between(1, this.#ids)] as const) : (['add', ++this.#ids] as const)
      await this.#open.db.transaction().execute(async (tx) => {
        const filler = 'x'.repeat(this.#chance.between(1, 3000))
        await sql`insert into probe (id, value, filler) values (${id}, ${value}, ${filler}) on conflict (id) do update set value = excluded.value, filler = excluded.filler`.execute(
          tx,
        )
        await sql`insert into mirror (id, value) values (${id}, ${value}) on conflict (id) do update set value = excluded.value`.execute(tx)
      })
      this.acknowledged.push({ after: this.#disk.length(), id, value })
      if (what === 'change' && value % 97 === 0) await this.#open.runMaintenance?.()
    }
  }
}

const tables = `create table probe (id int primary key, value int not null, filler text not null); create index probe_by_value on probe (value);
  create table mirror (id int primary key, value int not null)`

/** What the database must hold after so many steps; the change under way may be there or not. */
const valuesAfter = (all: readonly Acknowledged[], steps: number): Map<number, number | undefined> =>
  new Map(all.filter(({ after }) => after <= steps).map(({ id, value }) => [id, value]))

async function expectRecovered(folder: string, all: readonly Acknowledged[], steps: number, what: string): Promise<void> {
  const open = await openDatabase({ dataDir: join(folder, 'pglite') }).catch((error: Error) => expect.fail(`${what}: does not open: ${error.message}`))
  try {
    const exists = await sql<{ t: unknown }>`select to_regclass('mirror')::text as t`.execute(open.db)
    const wanted = valuesAfter(all, steps)
    if (!exists.rows[0]?.t) return expect(wanted.size, `${what}: the tables are gone`).toBe(0)
    const next = all.find(({ after }) => after > steps)
    const { rows } = await sql<{ id: number; value: number; mirrored: number | null }>`
      select p.id, p.value, m.value as mirrored from probe p full join mirror m using (id)`.execute(open.db)
    const found = new Map(rows.map((row) => [row.id, row]))
    const wrong = [...wanted].filter(([id, value]) => found.get(id)?.value !== value && !(next?.id === id && found.get(id)?.value === next.value))
    expect(wrong, `${what}: lost`).toEqual([])
    expect(
      rows.filter(({ value, mirrored }) => value !== mirrored),
      `${what}: half a change`,
    ).toEqual([])
    const byIndex = await sql<{ n: number }>`select count(*) n from probe where value >= 0`.execute(open.db)
    expect(byIndex.rows[0]?.n, `${what}: index and table differ`).toBe(rows.length)
    await sql`insert into probe (id, value, filler) values (-1, 0, '')`.execute(open.db)
  } finally {
    await open.close()
  }
}

let disk: Recording
let all: Acknowledged[]
/** The parts of its life, as steps of the disk from and to. */
const phases: Record<string, [number, number]> = {}
let random: Random

beforeAll(async () => {
  random = newRandom('power')
  const folder = join(home, 'life')
  mkdirSync(folder)
  disk = recordDisk(folder)
  let from = 0
  const phase = (name: string) => {
    phases[name] = [from, disk.length()]
    from = disk.length()
  }
  const dataDir = join(folder, 'pglite')
  let open = await openDatabase({ dataDir })
  phase('first start')
  await open.script(tables)
  let life = new Life(open, disk, random)
  await life.goesOn(120)
  phase('load')
  await open.runMaintenance?.()
  phase('tidying')
  await life.goesOn(40)
  await open.close()
  phase('clean end')
  open = await openDatabase({ dataDir })
  phase('start')
  all = [...life.acknowledged]
  life = new Life(open, disk, random, life.ids)
  await life.goesOn(60)
  phase('load after a start')
  all.push(...life.acknowledged)
  await open.close()
  disk.stop()
}, 10 * minute)

test(
  'whenever the power goes, the database opens and holds what it answered',
  async () => {
    const names = Object.keys(phases)
    for (let cut = 0; cut < cuts; cut++) {
      // A cut of the first start makes everything anew, which takes long and promises nothing: one in sixteen.
      const name = cut % 16 === 0 ? 'first start' : (names[1 + (cut % (names.length - 1))] as string)
      const [low, high] = phases[name] as [number, number]
      const steps = random.between(low, high)
      const folder = join(home, 'cut')
      writeContents(folder, disk.cutAfter(steps, random))
      await expectRecovered(folder, all, steps, `cut ${cut} in ${name}, after ${steps} of ${disk.length()} steps`)
    }
  },
  (2 + cuts) * minute,
)

test(
  'when the power goes while it recovers from a power cut, too',
  async () => {
    for (let cut = 0; cut < Math.ceil(cuts / 8); cut++) {
      const [low, high] = phases['load after a start'] as [number, number]
      const steps = random.between(low, high)
      const folder = join(home, 'twice')
      writeContents(folder, disk.cutAfter(steps, random))
      const second = recordDisk(folder)
      const open = await openDatabase({ dataDir: join(folder, 'pglite') })
      await open.close()
      second.stop()
      const again = random.between(0, second.length())
      writeContents(folder, second.cutAfter(again, random))
      await expectRecovered(folder, all, steps, `cut ${cut} after ${steps} steps, and again after ${again} of ${second.length()}`)
    }
  },
  (2 + cuts) * minute,
)
