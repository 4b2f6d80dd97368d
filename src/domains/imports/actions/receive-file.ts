/** Takes a file in: to the disk as it comes, then row by row into the database, so that its size never stands in memory. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { ImportKind } from '../rules/fields.ts'
import { createEncodingWatch, detectSeparator, type Encoding, isBinary, nameColumns } from '../rules/table-text.ts'
import * as store from '../store/imports.ts'
import { insertRows, type TableRow } from '../store/rows.ts'
import { createOptions } from './options.ts'

export const MAX_MEGABYTES = 20
export const MAX_ROWS = 50_000
const BATCH_ROWS = 100
/** Longer lines and more columns than any export has. */
const MAX_LINE_CHARACTERS = 200_000
const MAX_COLUMNS = 200

/** Answers the import, ready to be looked at. Refuses with NOT_A_TABLE, IMPORT_EMPTY, IMPORT_TOO_LARGE and IMPORT_TOO_MANY_ROWS. */
export async function receiveFile(
  ctx: OwnTransactionContext,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  body: AsyncIterable<Uint8Array>,
): Promise<store.Import> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-import-'))
  try {
    const file = join(folder, 'table.csv')
    const encoding = await spool(body, file)
    return await readTable(ctx, { kind, fileName }, { file, encoding })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spool(body: AsyncIterable<Uint8Array>, file: string): Promise<Encoding> {
  const watch = createEncodingWatch()
  let bytes = 0
  async function* check(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      if (bytes === 0 && isBinary(chunk)) refuse('NOT_A_TABLE')
      bytes += chunk.byteLength
      if (bytes > MAX_MEGABYTES * 1_000_000) refuse('IMPORT_TOO_LARGE', { megabytes: MAX_MEGABYTES })
      watch.see(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(check(body)), createWriteStream(file, { mode: 0o600 }))
  return watch.result()
}

/** The text of the file, piece by piece. */
async function* decode(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Uint8Array, { stream: true })
  yield decoder.decode()
}
async function readSeparator(file: string, encoding: Encoding): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LINE_CHARACTERS), 0, MAX_LINE_CHARACTERS, 0)
    return detectSeparator(new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead)))
  } finally {
    await handle.close()
  }
}

async function* parseRecords(file: string, encoding: Encoding): AsyncGenerator<{ record: string[]; line: number }> {
  const parser = Readable.from(decode(file, encoding)).pipe(
    parse({
      delimiter: await readSeparator(file, encoding),
      skipEmptyLines: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      maxRecordSize: MAX_LINE_CHARACTERS,
      info: true,
    }),
  )
  try {
    // With `info` each record comes with its place, which the types of the parser leave out.
    // What cannot be kept as text in the database has no place in a table either.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { record: record.map((cell) => cell.replaceAll('\u0000', '')), line: info.lines }
  } catch (error) {
    if (error instanceof CsvError) return refuse('NOT_A_TABLE')
    throw error
  }
}

async function readTable(
  ctx: OwnTransactionContext,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  { file, encoding }: { file: string; encoding: Encoding },
): Promise<store.Import> {
  const records = parseRecords(file, encoding)
  const head = await records.next()
  const columns = head.done ? [] : nameColumns(head.value.record.map((cell, place) => (place === 0 ? cell.replace(/^\uFEFF/, '') : cell)))
  if (columns.length === 0) return refuse('IMPORT_EMPTY')
  if (columns.length > MAX_COLUMNS) return refuse('NOT_A_TABLE')
  const id = crypto.randomUUID()
  let count = 0
  let batch: TableRow[] = []
  const first: string[][] = []
  const save = () => {
    const rows = batch
    batch = []
    return ctx.transaction((work) => insertRows(work, id, rows))
  }
  await ctx.transaction(async (work) => store.insertImport(work, { id, kind, fileName, columns, options: await createOptions(work, kind, columns, []) }))
  try {
    for await (const { record, line } of records) {
      if (record.every((cell) => cell.trim() === '')) continue
      count += 1
      if (count > MAX_ROWS) refuse('IMPORT_TOO_MANY_ROWS', { rows: MAX_ROWS })
      if (first.length < BATCH_ROWS) first.push(record)
      batch.push({ line, cells: record.slice(0, columns.length) })
      if (batch.length >= BATCH_ROWS) await save()
    }
    if (count === 0) refuse('IMPORT_EMPTY')
    if (batch.length > 0) await save()
  } catch (error) {
    await ctx.transaction((work) => store.deleteImport(work, id))
    throw error
  }
  return ctx.transaction(async (work) => {
    await store.saveOptions(work, id, await createOptions(work, kind, columns, first))
    await store.markReceived(work, id, count)
    return (await store.findImport(work, id)) as store.Import
  })
}
