/** Rows that wait in a folder, on their way out of a database or into one, so that no slow reader holds a transaction. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TransactionContext } from '../../api/context.ts'
import { filePath, type Part, tablePath, type TablePart } from '../../pure/archive-parts.ts'
import { readRows } from './read-rows.ts'
import { openSealedLine } from './sealed-lines.ts'
import type { ArchiveTable } from './tables.ts'

/** Where a part waits: its name without folders, which are ours. */
export const spooledFile = (folder: string, { path }: Pick<Part, 'path'>): string => join(folder, path.replace('/', '-'))

const WRITE_AT = 1_000_000
/** Writes a part into the folder, and measures it meanwhile. */
class PartWriter {
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #waiting: Uint8Array[] = []
  #size = 0
  bytes = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async open(folder: string, part: Pick<Part, 'path'>): Promise<PartWriter> {
    return new PartWriter(await open(spooledFile(folder, part), 'w', 0o600))
  }

  async write(piece: Uint8Array): Promise<void> {
    this.#hash.update(piece)
    this.bytes += piece.length
    this.#size += piece.length
    this.#waiting.push(piece)
    if (this.#size >= WRITE_AT) await this.#flush()
  }

  /** What was written, once all of it is. */
  async end(): Promise<{ bytes: number; sha256: string }> {
    await this.#flush()
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #flush(): Promise<void> {
    const pieces = this.#waiting
    this.#waiting = []
    this.#size = 0
    await this.#handle.writeFile(Buffer.concat(pieces))
  }
}

/** Opens a part, and closes it whatever comes. */
export async function writePart(
  folder: string,
  part: Pick<Part, 'path'>,
  work: (writer: Pick<PartWriter, 'write'>) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  const writer = await PartWriter.open(folder, part)
  try {
    await work(writer)
    return await writer.end()
  } finally {
    await writer.close()
  }
}

/** The lines of a part. Only line feeds end one: texts may hold every other character that readers of lines stop at. */
export async function* readLines(folder: string, part: Pick<Part, 'path'>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(spooledFile(folder, part))) {
    let piece = chunk as Buffer
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10)) {
      yield Buffer.concat([...rest, piece.subarray(0, end)]).toString('utf8')
      rest = []
      piece = piece.subarray(end + 1)
    }
    if (piece.length > 0) rest.push(piece)
  }
}

/**
 * Writes the rows of a table into the folder, and what its columns of bytes hold into files beside them, each once. `siteId` undefined: of all sites,
 * and sealed values stay sealed.
 */
export async function spoolTable(
  ctx: Pick<TransactionContext, 'tx'>,
  table: ArchiveTable,
  { siteId, folder, files, onRow = () => undefined }: { siteId: string | undefined; folder: string; files: Map<string, Part>; onRow?: () => void },
): Promise<TablePart> {
  const path = tablePath(table.name)
  let rows = 0
  const measured = await writePart(folder, { path }, async (writer) => {
    for await (const row of readRows(ctx, table, siteId)) {
      await writer.write(Buffer.from(`${siteId === undefined ? row.line : openSealedLine(table.rule, row.line)}\n`))
      for (const bytes of row.files) await spoolFile(folder, files, bytes)
      rows++
      onRow()
    }
  })
  return { name: table.name, path, rows, ...measured }
}

/** A file is kept once, however many rows name it. */
async function spoolFile(folder: string, files: Map<string, Part>, bytes: Uint8Array): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (files.has(sha256)) return
  const part = { path: filePath(sha256), bytes: bytes.length, sha256 }
  files.set(sha256, part)
  await writeFile(spooledFile(folder, part), bytes, { mode: 0o600 })
}

/** Parts in the order of their paths. */
export const sortParts = (files: ReadonlyMap<string, Part>): Part[] => [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
