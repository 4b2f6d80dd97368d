/** Archives for tests: written, read, changed and packed again. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { exportSite, importSite } from '#domains/archive/public.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { archiveTables } from '../../src/domains.ts'
import type { TestServer } from '../test-server.ts'

/** With a folder of its own for the parts, which is gone afterwards. */
async function withFolder<T>(work: (settings: { tables: typeof archiveTables; program: string; folder: string }) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-archive-'))
  try {
    return await work({ tables: archiveTables, program: 'test', folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const getContext = (server: TestServer, siteId = '') => createOwnContext(server.deps, createSystemMeta(siteId, ''))

/** The bytes of the archive of a site. */
export const writeArchive = (server: TestServer, siteId: string): Promise<Buffer> =>
  withFolder(async (settings) => {
    const file = join(settings.folder, 'site.tar.gz')
    await exportSite(getContext(server, siteId), settings, file)
    return readFile(file)
  })
export const takeArchive = (server: TestServer, archive: Buffer) => withFolder((settings) => importSite(getContext(server), settings, Readable.from([archive])))

/** Path → content, in the order of the archive. */
export async function readArchive(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = extract()
  Readable.from([gunzipSync(archive)]).pipe(entries)
  const found = new Map<string, Buffer>()
  for await (const entry of entries) found.set(entry.header.name, await buffer(entry))
  return found
}

export interface TestEntry {
  name: string
  content: Buffer
  type?: 'symlink'
}
export async function packEntries(entries: readonly TestEntry[]): Promise<Buffer> {
  const packer = pack()
  for (const { name, content, type } of entries) {
    if (type) packer.entry({ name, type, linkname: '/etc/passwd' })
    else packer.entry({ name }, content)
  }
  packer.finalize()
  return gzipSync(await buffer(packer))
}

export interface TestManifest {
  version: number
  program: string
  site: { id: string; name: string }
  migrations: string[]
  leftOut: Record<string, string>
  tables: { name: string; path: string; rows: number; bytes: number; sha256: string }[]
  files: { path: string; bytes: number; sha256: string }[]
}
export const getManifest = (entries: Map<string, Buffer>): TestManifest => JSON.parse(String(entries.get('manifest.json'))) as TestManifest

/** The archive with one table written anew; its manifest is right for it. */
export async function withTable(archive: Buffer, table: string, change: (lines: string[]) => string[]): Promise<Buffer> {
  const entries = await readArchive(archive)
  const path = `tables/${table}.jsonl`
  const lines = change(String(entries.get(path)).split('\n').slice(0, -1))
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const manifest = getManifest(entries)
  Object.assign(manifest.tables.find((one) => one.path === path) as object, {
    rows: lines.length,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  return packEntries(
    [...entries].map(([name, old]) => ({ name, content: name === path ? content : name === 'manifest.json' ? Buffer.from(JSON.stringify(manifest)) : old })),
  )
}
/** The archive with another manifest. */
export async function withManifest(archive: Buffer, change: (manifest: TestManifest) => void): Promise<Buffer> {
  const entries = await readArchive(archive)
  const manifest = getManifest(entries)
  change(manifest)
  return packEntries([...entries].map(([name, content]) => ({ name, content: name === 'manifest.json' ? Buffer.from(JSON.stringify(manifest)) : content })))
}
