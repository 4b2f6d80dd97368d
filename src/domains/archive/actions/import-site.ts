/**
 * A site from its archive, into a server without one. Everything is read, counted and compared before the first row is written; then all rows
 * are written in one transaction. Source: decision 0029.
 */
import { statfs } from 'node:fs/promises'
import { deleteSetupTokens, findAnySite, lockSetup } from '#domains/setup/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { Entry } from '#kit/db/archive/container.ts'
import { insertSpooledTable } from '#kit/db/archive/insert-spooled.ts'
import { writePart } from '#kit/db/archive/spool.ts'
import type { Part, TablePart } from '#kit/pure/archive-parts.ts'
import { compareMigrations, countBytes, listParts, type Manifest, MANIFEST_PATH, readManifest } from '../rules/manifest.ts'
import { RowReader } from '../rules/row-reader.ts'
import * as store from '../store.ts'
import { readManifestText, unpackArchive } from './container.ts'
import { type ArchiveSettings, inSpoolFolder, type OnProgress } from './export-site.ts'

/** What was brought in. */
export interface ImportedSite {
  siteId: string
  name: string
  rows: number
}

export interface ImportOptions {
  /** Refuses those who may not; asked again in the transaction that writes. */
  assertAllowed?(ctx: TransactionContext): Promise<void>
  onProgress?: OnProgress
}

/** Takes the archive in, or changes nothing. Refuses what is no whole archive of this version, and a server that has a site. */
export async function importSite(
  ctx: OwnTransactionContext,
  settings: ArchiveSettings,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportedSite> {
  const { tables, migrations } = await ctx.transaction(async (work) => {
    await assertMayImport(work, options)
    return { tables: await store.readArchiveTables(work.db, settings.tables.rules), migrations: await store.listMigrations(work) }
  })
  return inSpoolFolder(settings.folder, async (spool) => {
    const manifest = await verifyArchive(source, spool, tables, migrations)
    await ctx.transaction(async (work) => {
      await lockSetup(work)
      await assertMayImport(work, options)
      await insertSite(work, spool, tables, manifest, options.onProgress)
      await deleteSetupTokens(work)
    })
    return { siteId: manifest.site.id, name: manifest.site.name, rows: countRows(manifest) }
  })
}

async function assertMayImport(ctx: TransactionContext, { assertAllowed }: ImportOptions): Promise<void> {
  if (await findAnySite(ctx)) refuse('SERVER_NOT_EMPTY')
  await assertAllowed?.(ctx)
}
const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)

/** Unpacks the archive into the folder. What comes must be what the manifest lists, in its order and to the byte. */
async function verifyArchive(
  source: AsyncIterable<Uint8Array>,
  spool: string,
  tables: readonly store.ArchiveTable[],
  migrations: readonly string[],
): Promise<Manifest> {
  let manifest: Manifest | undefined
  let expected: Part[] = []
  await unpackArchive(source, async (entry) => {
    if (!manifest) {
      if (entry.path !== MANIFEST_PATH) refuse('NOT_AN_ARCHIVE')
      manifest = assertFits(await readManifestText(entry), tables, migrations)
      await assertRoom(spool, manifest)
      expected = listParts(manifest).toReversed()
      return
    }
    const part = expected.pop()
    if (!part || entry.path !== part.path || entry.bytes !== part.bytes) return refuse('ARCHIVE_DAMAGED', { part: entry.path.slice(0, 100) })
    await verifyPart(entry, part, manifest, spool, tables)
  })
  if (!manifest) return refuse('NOT_AN_ARCHIVE')
  const [missing] = expected.toReversed()
  return missing ? refuse('ARCHIVE_DAMAGED', { part: missing.path }) : manifest
}

/** The manifest, if its tables are those of this server. */
function assertFits(text: string, tables: readonly store.ArchiveTable[], migrations: readonly string[]): Manifest {
  const reading = readManifest(text)
  if (!('ok' in reading)) return refuse(reading.refused, { part: MANIFEST_PATH, program: reading.program ?? '?' })
  const { manifest } = reading
  const comparison = compareMigrations(manifest.migrations, migrations)
  if (comparison !== 'SAME') refuse(comparison === 'OLDER' ? 'ARCHIVE_TOO_OLD' : 'ARCHIVE_TOO_NEW', { program: manifest.program })
  if (manifest.tables.map(({ name }) => name).join() !== tables.map(({ name }) => name).join()) refuse('ARCHIVE_DAMAGED', { part: MANIFEST_PATH })
  return manifest
}

const MEGABYTE = 1_000_000
/** Its parts must fit on the disk beside each other. */
async function assertRoom(spool: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(spool)
  const [needed, free] = [countBytes(manifest), bavail * bsize]
  if (needed > free) refuse('ARCHIVE_TOO_LARGE', { needed: Math.ceil(needed / MEGABYTE), free: Math.floor(free / MEGABYTE) })
}

async function verifyPart(entry: Entry, part: Part | TablePart, manifest: Manifest, spool: string, tables: readonly store.ArchiveTable[]): Promise<void> {
  const table = 'name' in part ? tables.find(({ name }) => name === part.name) : undefined
  const byteColumns = table?.columns.filter(store.isBytes).map(({ name }) => name) ?? []
  const reader =
    table &&
    new RowReader(
      table.columns.map(({ name }) => name),
      byteColumns,
      new Set(manifest.files.map(({ sha256 }) => sha256)),
    )
  const measured = await writePart(spool, part, async (writer) => {
    for await (const piece of entry.content) {
      reader?.read(piece)
      await writer.write(piece)
    }
  })
  reader?.end()
  if (reader?.wrongLine !== undefined) refuse('ARCHIVE_DAMAGED', { part: `${part.path}:${reader.wrongLine}` })
  if (measured.bytes !== part.bytes || measured.sha256 !== part.sha256 || (reader && reader.rows !== (part as TablePart).rows))
    refuse('ARCHIVE_DAMAGED', { part: part.path })
}

async function insertSite(
  ctx: TransactionContext,
  spool: string,
  tables: readonly store.ArchiveTable[],
  manifest: Manifest,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  let done = 0
  await store.withoutTriggers(ctx, async () => {
    for (const table of store.sortByReferences(tables)) {
      const part = manifest.tables.find(({ name }) => name === table.name) as TablePart
      const onRows = (rows: number) => onProgress((done += rows))
      await insertSpooledTable(ctx, table, part, { siteId: manifest.site.id, folder: spool, onRows }).catch((error: unknown) => {
        if (error instanceof store.RowsRefused) refuse('ARCHIVE_DAMAGED', { part: `${part.path}: ${error.message}` })
        throw error
      })
    }
  })
  await store.advanceSequences(ctx, tables)
}
