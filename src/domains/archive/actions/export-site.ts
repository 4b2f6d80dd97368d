/**
 * The whole site as one file. All rows are of one moment; they wait in a folder until they are counted, so that no slow reader holds the
 * database, and the list of contents can come first. Source: decision 0029.
 */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { ArchiveTables } from '#kit/db/archive/rules.ts'
import { sortParts, spoolTable } from '#kit/db/archive/spool.ts'
import type { Part, TablePart } from '#kit/pure/archive-parts.ts'
import { listMigrations, readArchiveTables, useArchiveSnapshot } from '../store.ts'
import { formatManifest } from '../rules/manifest.ts'
import { packArchive } from './container.ts'

export interface ArchiveSettings {
  tables: ArchiveTables
  /** Version of the program. */
  program: string
  /** Where parts wait and archives are kept, readable by the server alone. */
  folder: string
}

/** Called with the rows so far. */
export type OnProgress = (rows: number) => void

/** Makes a folder for the parts, and removes it in the end. */
export async function inSpoolFolder<T>(folder: string, work: (spool: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const spool = await mkdtemp(join(folder, 'parts-'))
  try {
    return await work(spool)
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

/** What is being packed lies beside the file; a process that is killed leaves it there. */
export const unfinishedFile = (file: string): string => `${file}.part`

/** Writes the archive of the site of this context; the file is there when it is whole. */
export async function exportSite(ctx: OwnTransactionContext, settings: ArchiveSettings, file: string, onProgress: OnProgress = () => undefined): Promise<void> {
  await inSpoolFolder(settings.folder, async (spool) => {
    const { manifest, parts } = await ctx.transaction(async (work) => {
      await useArchiveSnapshot(work)
      return spoolSite(work, settings, spool, onProgress)
    })
    await mkdir(dirname(file), { recursive: true })
    const unfinished = unfinishedFile(file)
    await packArchive(spool, manifest, parts, unfinished).catch(async (error: unknown) => {
      await rm(unfinished, { force: true })
      throw error
    })
    await rename(unfinished, file)
  })
}

async function spoolSite(ctx: TransactionContext, { tables, program }: ArchiveSettings, spool: string, onProgress: OnProgress) {
  const site = await getSite(ctx)
  const files = new Map<string, Part>()
  const parts: TablePart[] = []
  let rows = 0
  const onRow = () => void (++rows % 1000 === 0 && onProgress(rows))
  for (const table of await readArchiveTables(ctx.db, tables.rules))
    parts.push(await spoolTable(ctx, table, { siteId: ctx.siteId, folder: spool, files, onRow }))
  onProgress(rows)
  const sorted = sortParts(files)
  const manifest = formatManifest({
    program,
    site: { id: site.id, name: site.name },
    migrations: await listMigrations(ctx),
    leftOut: tables.leftOut,
    tables: parts,
    files: sorted,
  })
  return { manifest, parts: [...parts, ...sorted] }
}
