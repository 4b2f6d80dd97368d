/** The samples, each in a database of its own: made once a run, then opened from a dump, or copied on a server. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#kit/db/migrate.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { borrowDatabase, copyTemplate, isCluster, openFromDump } from './test-databases.ts'
import { startTestServer, type TestSite } from './test-server.ts'

export const siteOptions = { timeZone: 'Europe/Berlin', currency: 'EUR', name: 'Riverside Yoga & Movement' }

/** The sites with a sample: the studio, the practice, and the studio as the client packages call it. */
const samples = {
  studio: { ...siteOptions, sample: 'studio' },
  practice: { ...siteOptions, name: 'Parkside Physio & Massage', sample: 'practice' },
  storefront: { timeZone: siteOptions.timeZone, redirectUris: ['http://localhost:5173/callback'], sample: 'studio' },
}
export type SampleKind = keyof typeof samples

async function createSample(open: OpenDatabase, sample: SampleKind): Promise<TestSite> {
  const server = await startTestServer(undefined, { ...open, close: () => Promise.resolve() })
  const site = await server.createSite(samples[sample])
  await server.close()
  return site
}

/** Shared by the files of one run; a run of its own, as the benchmark is, makes another. */
function sharedFolder(): string {
  if (process.env.ATRIUM_SAMPLES) return process.env.ATRIUM_SAMPLES
  const folder = mkdtempSync(join(tmpdir(), 'atrium-samples-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return (process.env.ATRIUM_SAMPLES = folder)
}

/** Whether this process is the first to begin. */
function begin(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The folder with the dump of this run and the keys of its site: one process makes it, the others wait for it or, when it could not, make it themselves. */
async function sampleFolder(sample: SampleKind): Promise<string> {
  const folder = join(sharedFolder(), sample)
  const part = `${folder}.part`
  while (!existsSync(folder)) {
    if (!begin(part)) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    try {
      // It was finished since it was looked for.
      if (existsSync(folder)) break
      const { open, release } = await borrowDatabase()
      const site = await createSample(open, sample)
      await open.dump?.(join(part, 'database.tar'))
      await release()
      writeFileSync(join(part, 'site.json'), JSON.stringify(site))
      renameSync(part, folder)
    } finally {
      rmSync(part, { recursive: true, force: true })
    }
  }
  return folder
}

/** On a server: a copy of a database that the first one who wants it fills. The keys of its site lie in the shared folder. */
async function copySampleDatabase(server: string, sample: SampleKind): Promise<{ open: OpenDatabase; site: TestSite }> {
  const file = join(sharedFolder(), `${sample}.json`)
  const run = createHash('sha256').update(sharedFolder()).digest('hex').slice(0, 16)
  const open = await copyTemplate(server, `atrium_sample_${sample}_${run}`, async (template) => {
    await migrate(template)
    writeFileSync(file, JSON.stringify(await createSample(template, sample)))
  })
  return { open, site: JSON.parse(readFileSync(file, 'utf8')) as TestSite }
}

/** A database with a sample for a server of its own, and the keys of the site. */
export async function openSampleDatabase(sample: SampleKind = 'studio'): Promise<{ open: OpenDatabase; site: TestSite }> {
  const server = process.env.TEST_DATABASE_URL
  if (isCluster) {
    // Copied with its rows it would lie on no other node; made anew, it is spread and its statements are watched.
    const { open } = await borrowDatabase()
    return { open, site: await createSample(open, sample) }
  }
  if (server) return copySampleDatabase(server, sample)
  const folder = await sampleFolder(sample)
  return {
    open: await openFromDump(join(folder, 'database.tar')),
    site: JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as TestSite,
  }
}
