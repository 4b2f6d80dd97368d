/** The file of an archive: parts that wait in a folder are packed into a .tar.gz, and unpacked into one, a piece at a time. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { refuse } from '../errors.ts'
import { MANIFEST_PATH, MAX_MANIFEST_BYTES, type Part } from '../rules/manifest.ts'

/** Where a part waits: its name without folders, which are ours. */
export const spooledFile = (folder: string, { path }: Pick<Part, 'path'>): string => join(folder, path.replace('/', '-'))

// The container takes a Date.
// oxlint-disable-next-line no-restricted-globals
const NO_TIME = new Date(0)
/** The same bytes for the same parts: no time and no user is noted. */
const toHeader = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: NO_TIME, uid: 0, gid: 0, uname: '', gname: '' })

/** Packs the manifest and the parts of the folder into the file. */
export async function packArchive(folder: string, manifest: string, parts: readonly Part[], file: string): Promise<void> {
  const packer = pack()
  const written = pipeline(packer, createGzip(), createWriteStream(file, { mode: 0o600 }))
  // A disk that fails ends the packer, too; the error is thrown below.
  written.catch(() => undefined)
  const fill = async () => {
    packer.entry(toHeader(MANIFEST_PATH, Buffer.byteLength(manifest)), manifest)
    for (const part of parts) await pipeline(createReadStream(spooledFile(folder, part)), packer.entry(toHeader(part.path, part.bytes)))
    packer.finalize()
  }
  await Promise.all([written, fill()])
}

/** A part of an archive as it is read. */
export interface Entry {
  path: string
  bytes: number
  content: AsyncIterable<Uint8Array>
}

/** Calls `take` with each entry in turn; it reads the content to its end. Refuses what is no archive, and one that ends too early. */
export async function unpackArchive(source: AsyncIterable<Uint8Array>, take: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract()
  let entered = 0
  const feeding = pipeline(source, createGunzip(), entries)
  feeding.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header
      if (type !== 'file') refuse('ARCHIVE_DAMAGED', { part: name.slice(0, 100) })
      entered++
      await take({ path: name, bytes: size, content: entry as AsyncIterable<Uint8Array> })
    }
    await feeding
  } catch (caught) {
    const error = await findCause(caught, feeding)
    // Errors of the compression, of the tar and of a sender who left; refusals and errors of the disk go on.
    if (!/^(Z_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET)/.test(String((error as { code?: unknown }).code)) && !isTarError(error)) throw error
    refuse(entered === 0 ? 'NOT_AN_ARCHIVE' : 'ARCHIVE_DAMAGED', { part: 'the file ends too early' })
  } finally {
    entries.destroy()
  }
}
/** A file that ends within an entry may destroy the entry's stream first: then only the feed says why. */
async function findCause(caught: unknown, feeding: Promise<void>): Promise<unknown> {
  if ((caught as { code?: unknown }).code !== 'STREAM_DESTROYED') return caught
  return feeding.then(
    () => caught,
    (cause: unknown) => cause,
  )
}
const isTarError = (error: unknown): boolean =>
  error instanceof Error && /Invalid tar header|Unexpected end of data|Premature close|Writable stream closed/i.test(error.message)

/** The text of the manifest. Refuses with NOT_AN_ARCHIVE what cannot be one. */
export async function readManifestText({ bytes, content }: Entry): Promise<string> {
  if (bytes > MAX_MANIFEST_BYTES) refuse('NOT_AN_ARCHIVE')
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const WRITE_AT = 1_000_000
/** Writes a part into the folder, and measures it meanwhile. */
export class PartWriter {
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
  work: (writer: PartWriter) => Promise<void>,
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
