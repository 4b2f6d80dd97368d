/** Tables that are too long to be held: read page after page and sent row by row, as fast as the client takes them. */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { type Cell, keepFromRunning } from '../pure/csv.ts'
import { fileReply, type StreamedReply } from './raw-reply.ts'

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
