/**
 * The archive that the dashboard makes: in the background, so that the page can be left, and kept for a day. It lies in a folder of the server
 * with a note beside it, not in the database: it would be part of the next one, and copied with every backup.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { getCallingSiteOwner } from '#domains/collaborators/public.ts'
import { audit, equalsConstantTime, hashSecret, newSecret } from '#domains/identity/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { BackgroundWork } from '#domains/reports/hooks.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { fileReply, type StreamedReply } from '#kit/api/raw-reply.ts'
import type { DueAt } from '#kit/jobs/runner.ts'
import { toSlug } from '#kit/pure/slug.ts'
import { refuse } from '../errors.ts'
import { isExpired, type KeptArchive, toArchiveState, type ShownArchive } from '../rules/kept-archive.ts'
import { type ArchiveSettings, exportSite, unfinishedFile } from './export-site.ts'

let settings: ArchiveSettings | undefined
/** Called once at start. */
export const configureArchives = (given: ArchiveSettings): void => void (settings = given)
export function getArchiveSettings(): ArchiveSettings {
  if (!settings) throw new Error('archives were not configured')
  return settings
}

const noteFile = (siteId: string): string => join(getArchiveSettings().folder, `${siteId}.json`)
const archiveFile = (siteId: string): string => join(getArchiveSettings().folder, `${siteId}.tar.gz`)

async function readNote(siteId: string): Promise<KeptArchive | undefined> {
  const text = await readFile(noteFile(siteId), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as KeptArchive)
}
/** The note is replaced as a whole, so that readers never see half of it. */
async function writeNote(siteId: string, note: KeptArchive): Promise<void> {
  await mkdir(getArchiveSettings().folder, { recursive: true, mode: 0o700 })
  const file = `${noteFile(siteId)}.${newSecret().slice(0, 8)}`
  await writeFile(file, JSON.stringify(note), { mode: 0o600 })
  await rename(file, noteFile(siteId))
}
async function removeArchive(siteId: string): Promise<void> {
  for (const file of [archiveFile(siteId), unfinishedFile(archiveFile(siteId))]) await rm(file, { force: true })
  await rm(noteFile(siteId), { force: true })
}

/** Archives that this process is making. */
const running = new Map<string, Promise<void>>()

/** What the dashboard shows of the archive. */
export async function describeArchive(ctx: OwnTransactionContext): Promise<ShownArchive> {
  const note = await readNote(ctx.siteId)
  return toArchiveState(note, ctx.authNow)
}

/** The archive among the notifications of the owner, who alone may have it. */
export async function listArchiveWork(ctx: ReadContext): Promise<BackgroundWork[]> {
  if (!ctx.caller.userId || ctx.caller.permissions !== undefined) return []
  const { state, rows = 0, startedDate, finishedDate } = toArchiveState(await readNote(ctx.siteId), ctx.authNow)
  const at = finishedDate ?? startedDate
  return state === 'NONE' || !at ? [] : [{ kind: 'ARCHIVE', entityId: ctx.siteId, state, at: Temporal.Instant.from(at), done: rows }]
}

/** An archive holds every password hash and every address: only the owner in person may have it. */
const assertMayTake = (ctx: OwnTransactionContext): Promise<unknown> => ctx.read(getCallingSiteOwner)

/** Begins an archive, unless one is being made. */
export async function startArchive(ctx: OwnTransactionContext): Promise<ShownArchive> {
  await assertMayTake(ctx)
  const before = await describeArchive(ctx)
  if (before.state === 'RUNNING') return before
  await ctx.transaction((work) => audit(work, 'site.archived'))
  const note: KeptArchive = { state: 'RUNNING', startedAt: ctx.authNow.toString(), seenAt: ctx.authNow.toString(), rows: 0 }
  await removeArchive(ctx.siteId)
  await writeNote(ctx.siteId, note)
  if (!running.has(ctx.siteId))
    running.set(
      ctx.siteId,
      makeArchive(ctx, note).finally(() => void running.delete(ctx.siteId)),
    )
  return describeArchive(ctx)
}

const NOTE_EVERY_MS = 1000
/** Never throws: what came of it stands in the note. */
async function makeArchive(ctx: OwnTransactionContext, note: KeptArchive): Promise<void> {
  const { siteId } = ctx
  const sinceStart = performance.now()
  const now = () => ctx.authNow.add({ milliseconds: Math.round(performance.now() - sinceStart) }).toString()
  let rows = 0
  let noting: Promise<unknown> = Promise.resolve()
  const beat = setInterval(() => {
    noting = noting.then(() => writeNote(siteId, { ...note, rows, seenAt: now() })).catch(() => undefined)
  }, NOTE_EVERY_MS).unref()
  const file = archiveFile(siteId)
  const result = await exportSite(ctx, getArchiveSettings(), file, (done) => void (rows = done)).then(
    async (): Promise<KeptArchive> => ({ ...note, state: 'READY', rows, bytes: (await stat(file)).size, finishedAt: now() }),
    (error: unknown): KeptArchive => {
      ctx.report('the archive of a site could not be made', error)
      return { ...note, state: 'FAILED', finishedAt: now() }
    },
  )
  clearInterval(beat)
  await noting
  await writeNote(siteId, result).catch((error: unknown) => ctx.report('what came of an archive could not be noted', error))
}

/** Removes what is kept; what is being made stays. */
export async function deleteArchive(ctx: OwnTransactionContext): Promise<ShownArchive> {
  await ctx.read(getCallingSiteOwner)
  if ((await describeArchive(ctx)).state !== 'RUNNING') await removeArchive(ctx.siteId)
  return describeArchive(ctx)
}

const TICKET_MINUTES = 5
/** The address of the file: a browser that follows a link sends nothing else along. Refuses with NO_ARCHIVE. */
export async function openArchive(ctx: OwnTransactionContext): Promise<{ url: string }> {
  await assertMayTake(ctx)
  const note = await readNote(ctx.siteId)
  if (!note || toArchiveState(note, ctx.authNow).state !== 'READY') return refuse('NO_ARCHIVE')
  const secret = newSecret()
  await writeNote(ctx.siteId, { ...note, ticket: { hash: hashSecret(secret), until: ctx.authNow.add({ minutes: TICKET_MINUTES }).toString() } })
  await ctx.transaction((work) => audit(work, 'site.archive-downloaded'))
  return { url: `/api/site-archive/${ctx.siteId}.${secret}` }
}

/** Headers take no other characters. */
const toFileName = (name: string): string => toSlug(name).replaceAll(/[^a-z0-9-]/g, '') || 'site'

/** The file behind an address. Refuses with NO_ARCHIVE. */
export async function downloadArchive(ctx: OwnTransactionContext, ticket: string): Promise<StreamedReply> {
  const [, siteId = '', secret = ''] = /^([0-9a-f-]{36})\.([\w-]+)$/.exec(ticket) ?? []
  const note = siteId ? await readNote(siteId) : undefined
  const isValid = note?.ticket && equalsConstantTime(note.ticket.hash, hashSecret(secret)) && Temporal.Instant.compare(ctx.authNow, note.ticket.until) <= 0
  if (!isValid || toArchiveState(note, ctx.authNow).state !== 'READY') return refuse('NO_ARCHIVE')
  const { name } = await ctx.transaction(getSite, siteId)
  // Opened before the answer begins: a file that is removed meanwhile is read to its end, one that has gone is a refusal.
  const file = await open(archiveFile(siteId)).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? refuse('NO_ARCHIVE') : Promise.reject(error)))
  const { size } = await file.stat()
  const reply = fileReply(`${toFileName(name)}-${note.startedAt.slice(0, 10)}.tar.gz`, 'application/gzip', file.createReadStream())
  return { ...reply, headers: { ...reply.headers, 'content-length': String(size) } }
}

const STALE_PARTS_HOURS = 24
/** Removes archives that are a day old, of whatever site, and what a process that was killed left. */
export async function removeExpiredArchives({ authNow }: Pick<DueAt, 'authNow'>): Promise<void> {
  const { folder } = getArchiveSettings()
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))
  for (const siteId of names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))) {
    const note = await readNote(siteId)
    if (note && isExpired(note, authNow)) await removeArchive(siteId)
  }
  for (const name of names.filter((one) => one.startsWith('parts-'))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (authNow.epochMilliseconds - mtimeMs > STALE_PARTS_HOURS * 3_600_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}
