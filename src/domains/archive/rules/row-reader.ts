/** Reads the lines of a table as they come in pieces, and finds what is wrong with them before anything is written. */

const LINE_FEED = 10
/** No row of ours comes near; a longer line is no row. */
const MAX_LINE_BYTES = 64_000_000

export class RowReader {
  readonly #columns: string
  readonly #byteColumns: readonly string[]
  readonly #files: ReadonlySet<string>
  #pieces: Uint8Array[] = []
  #pending = 0
  rows = 0
  /** The number of the first line that is no row of this table; undefined while there is none. */
  wrongLine: number | undefined

  /** `columns` in the order of their names; `files` are the hashes that columns of bytes may name. */
  constructor(columns: readonly string[], byteColumns: readonly string[], files: ReadonlySet<string>) {
    this.#columns = columns.join()
    this.#byteColumns = byteColumns
    this.#files = files
  }

  read(piece: Uint8Array): void {
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1 && this.wrongLine === undefined; end = piece.indexOf(LINE_FEED, start)) {
      this.#pieces.push(piece.subarray(start, end))
      this.#readLine()
      start = end + 1
    }
    if (this.wrongLine !== undefined || start >= piece.length) return
    this.#pieces.push(Uint8Array.from(piece.subarray(start)))
    this.#pending += piece.length - start
    if (this.#pending > MAX_LINE_BYTES) this.wrongLine = this.rows + 1
  }

  /** Every line ends with a line feed. */
  end(): void {
    if (this.#pieces.length > 0) this.wrongLine ??= this.rows + 1
  }

  #readLine(): void {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#pending = 0
    if (this.#isRow(line)) this.rows++
    else this.wrongLine = this.rows + 1
  }

  #isRow(line: Uint8Array): boolean {
    let row: unknown
    try {
      row = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line))
    } catch {
      return false
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row) || Object.keys(row).join() !== this.#columns) return false
    return this.#byteColumns.every((name) => {
      const hash = (row as Record<string, unknown>)[name]
      return hash === null || (typeof hash === 'string' && this.#files.has(hash))
    })
  }
}
