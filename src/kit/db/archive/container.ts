/** The file of an archive or a backup: parts that wait in a folder are packed into a .tar.gz, and unpacked, a piece at a time. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Part } from '../../pure/archive-parts.ts'

// The container takes a Date.
// oxlint-disable-next-line no-restricted-globals
const NO_TIME = new Date(0)
/** The same bytes for the same parts: no time and no user is noted. */
const toHeader = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: NO_TIME, uid: 0, gid: 0, uname: '', gname: '' })

/** A step between the compression and the file, such as a cipher. */
export type Through = NodeJS.ReadWriteStream

/** Packs the text that lists the contents, then the parts, into the file. `locate`: where a part lies. `through`: what the packed bytes pass on their way. */
export async function packParts(
  file: string,
  list: { path: string; text: string },
  parts: readonly Part[],
  locate: (part: Part) => string,
  through?: Through,
): Promise<void> {
  const packer = pack()
  const target = createWriteStream(file, { mode: 0o600, flush: true })
  const written = through ? pipeline(packer, createGzip(), through, target) : pipeline(packer, createGzip(), target)
  // A disk that fails ends the packer, too; the error is thrown below.
  written.catch(() => undefined)
  const fill = async () => {
    packer.entry(toHeader(list.path, Buffer.byteLength(list.text)), list.text)
    for (const part of parts) await pipeline(createReadStream(locate(part)), packer.entry(toHeader(part.path, part.bytes)))
    packer.finalize()
  }
  await Promise.all([written, fill()])
}

/** A part as it is read. */
export interface Entry {
  path: string
  bytes: number
  content: AsyncIterable<Uint8Array>
}

/** The bytes are no packed parts, or end too early. */
export class NotWhole extends Error {
  override name = 'NotWhole'
  /** Whether not even a first part was found. */
  readonly isForeign: boolean
  constructor(isForeign: boolean, message: string) {
    super(message)
    this.isForeign = isForeign
  }
}

/** Calls `take` with each entry in turn; it reads the content to its end. Throws NotWhole. */
export async function unpackParts(source: AsyncIterable<Uint8Array>, take: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract()
  let entered = 0
  const feeding = pipeline(source, createGunzip(), entries)
  feeding.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header
      if (type !== 'file') throw new NotWhole(false, name.slice(0, 100))
      entered++
      await take({ path: name, bytes: size, content: entry as AsyncIterable<Uint8Array> })
    }
    await feeding
  } catch (caught) {
    const error = await findCause(caught, feeding)
    // Errors of the compression, of the tar and of a sender who left; errors of the caller and of the disk go on.
    if (!/^(Z_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET)/.test(String((error as { code?: unknown }).code)) && !isTarError(error)) throw error
    throw new NotWhole(entered === 0, 'the file ends too early')
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

/** The whole content of a small part as text. Undefined when it is longer than `maxBytes`. */
export async function readText({ bytes, content }: Entry, maxBytes: number): Promise<string | undefined> {
  if (bytes > maxBytes) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
