/** Tables that are too long to be held: read page after page and sent row by row, as fast as the client takes them. */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { type Cell, keepFromRunning } from '../pure/csv.ts'
import { type Language, type LocalizedText, matchLanguage, translate } from '../pure/languages.ts'
import type { BaseContext } from './context.ts'
import { fileReply, type StreamedReply } from './raw-reply.ts'
import { refuseThrottled } from './refusal.ts'

/** Rows of one read. Few enough that other calls hardly wait for the work on them. */
export const EXPORT_PAGE_ROWS = 500

export interface CsvTable<Row> {
  head: readonly string[]
  pages: AsyncGenerator<readonly Row[]>
  toCells(row: Row): readonly Cell[]
  /** For people with a spreadsheet (as `toCsv` writes it), or for programs: lines end with \n, and no byte order mark. */
  readBy: 'spreadsheets' | 'programs'
}

/**
 * Pages until one is empty. Each begins after the last row of the one before and is a statement of its own: one transaction for all of them would keep a
 * connection for as long as the slowest client likes, and the embedded database has one.
 */
export async function* readPages<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let page = await read(undefined)
  while (page.length > 0) {
    yield page
    page = await read(page.at(-1))
  }
}

/** Pages of a query by cursor until there is no further one. The order of the query has to be one that rows keep. */
export async function* readCursorPages<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next: string | undefined }>,
): AsyncGenerator<readonly Row[]> {
  let next: string | undefined
  do {
    const page = await read(next)
    if (page.rows.length > 0) yield page.rows
    next = page.next
  } while (next !== undefined)
}

/** The pages with what belongs to their rows, loaded page by page. */
export async function* mapPages<Row, Loaded>(
  pages: AsyncGenerator<readonly Row[]>,
  load: (page: readonly Row[]) => Promise<readonly Loaded[]>,
): AsyncGenerator<readonly Loaded[]> {
  for await (const page of pages) yield await load(page)
}

async function* toRows<Row>({ head, pages, toCells }: CsvTable<Row>, first: IteratorResult<readonly Row[]>): AsyncGenerator<readonly Cell[]> {
  try {
    yield head
    if (!first.done) for (const row of first.value) yield toCells(row)
    for await (const page of pages) for (const row of page) yield toCells(row)
  } finally {
    // Who leaves during the first page has not come to the loop that would end it.
    await pages.return(undefined)
  }
}

const forms = {
  spreadsheets: { bom: true, record_delimiter: '\r\n', quoted_match: /[;\n\r]/ },
  programs: { bom: false, record_delimiter: '\n' },
} as const

/** The table as a file that the browser saves under the name. What fails before the first row is answered as an error; later, the download breaks off. */
export async function csvReply<Row>(name: string, table: CsvTable<Row>): Promise<StreamedReply> {
  const first = await table.pages.next()
  const text = stringify({ ...forms[table.readBy], cast: { string: keepFromRunning, boolean: String } })
  // The client of the text hears of a failure; when it leaves, the reading of pages ends.
  pipeline(Readable.from(toRows(table, first)), text, () => undefined)
  return fileReply(name, 'text/csv; charset=utf-8', text)
}

/** A column of a list: its head in every language, and its cell, in words where the language has some. */
export type CsvColumn<Row> = readonly [head: LocalizedText, toCell: (row: Row, language: Language) => Cell]

/**
 * decision: more lists than a person takes home, by caller. Each reads every row of its list: a program that takes them without end would slow down all others.
 */
const EXPORT_LIMIT = { times: 60, seconds: 60 }

/**
 * A list of the dashboard as a file for spreadsheets, in the language of the caller. Refuses with THROTTLED_FEATURE who takes too many; otherwise as
 * `csvReply`.
 */
export async function csvListReply<Row>(
  ctx: BaseContext,
  list: { file: string; columns: readonly CsvColumn<Row>[]; pages: AsyncGenerator<readonly Row[]> },
): Promise<StreamedReply> {
  const { userId, appId } = ctx.caller
  const wait = consumeRateLimit(`${ctx.siteId} exports ${userId ?? appId ?? ctx.ip}`, EXPORT_LIMIT, ctx.authNow.epochMilliseconds)
  if (wait > 0) refuseThrottled(wait)
  const language = matchLanguage(ctx.headers['accept-language']) ?? 'en'
  return csvReply(list.file, {
    head: list.columns.map(([head]) => translate(head, language)),
    pages: list.pages,
    toCells: (row) => list.columns.map(([, toCell]) => toCell(row, language)),
    readBy: 'spreadsheets',
  })
}
