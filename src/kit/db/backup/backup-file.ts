/** The file of a backup: a list of contents, then the parts; compressed, and encrypted when there is a passphrase. Source: decision 0032. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Part, TablePart } from '../../pure/archive-parts.ts'
import { type Entry, NotWhole, packParts, readText, unpackParts } from '../archive/container.ts'
import { CannotDecrypt, createEncryptor, Decryptor, isEncrypted, MAGIC_BYTES } from './cipher.ts'

const FORMAT = 'atrium-backup'
const VERSION = 1
const LIST_PATH = 'backup.json'
const MAX_LIST_BYTES = 64_000_000

/** `FOLDER`: the files of an embedded database. `DUMP`: what `pg_dump` wrote. `ROWS`: rows of every table, as both databases read them. */
export type BackupKind = 'FOLDER' | 'DUMP' | 'ROWS'

/** What a backup says of itself. */
export interface BackupContents {
  kind: BackupKind
  /** The version of the program that wrote it. */
  program: string
  /** Instant, ISO 8601. */
  madeAt: string
  /** Version of the database as PostgreSQL counts: 150000 is 15.0. */
  database: number
  /** Names of the migrations that made its tables. */
  migrations: string[]
  /** Of `ROWS`: one for each table. */
  tables: TablePart[]
  /** Everything else, by path below the folder that it was made from. */
  files: Part[]
  /** Folders without a file in them: the embedded database does not open without some. */
  folders: string[]
}

/** What cannot be restored; the message is one sentence for the operator. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

/** Every file and every empty folder below a folder, by path. */
export async function listTree(root: string, below = ''): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `${below}${name}`)
  const within = await Promise.all(entries.filter((entry) => entry.isDirectory()).map(({ name }) => listTree(root, `${below}${name}/`)))
  return {
    files: [...files, ...within.flatMap((one) => one.files)].toSorted(),
    folders: [...(entries.length === 0 && below !== '' ? [below.slice(0, -1)] : []), ...within.flatMap((one) => one.folders)].toSorted(),
  }
}

/** Measures a file. */
export async function measurePart(root: string, path: string): Promise<Part> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(root, path))) hash.update(chunk as Buffer)
  return { path, bytes: (await stat(join(root, path))).size, sha256: hash.digest('hex') }
}

const listParts = ({ tables, files }: Pick<BackupContents, 'tables' | 'files'>): Part[] => [...tables, ...files]

/** Writes the file. `locate`: where a part lies. */
export const packBackup = (file: string, contents: BackupContents, locate: (part: Part) => string, passphrase: string | undefined): Promise<void> =>
  packParts(
    file,
    { path: LIST_PATH, text: `${JSON.stringify({ format: FORMAT, version: VERSION, ...contents }, null, 1)}\n` },
    listParts(contents),
    locate,
    passphrase === undefined ? undefined : createEncryptor(passphrase),
  )

const isPath = (path: unknown): path is string =>
  typeof path === 'string' && /^[\w.-]+(\/[\w.-]+)*$/.test(path) && path.split('/').every((step) => step !== '.' && step !== '..')
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isPart = (part: unknown): part is Part => isObject(part) && isPath(part.path) && Number.isSafeInteger(part.bytes) && typeof part.sha256 === 'string'

/** Reads the list. Nothing in it is taken on trust: no path leads out of the folder. */
function readContents(text: string | undefined): BackupContents {
  const foreign = new UnusableBackup('This file is no backup of Atrium.')
  let value: unknown
  try {
    value = JSON.parse(text ?? '')
  } catch {
    throw foreign
  }
  if (!isObject(value) || value.format !== FORMAT) throw foreign
  if (value.version !== VERSION)
    throw new UnusableBackup(`The backup was made by a newer version of Atrium (${String(value.program)}). Restore it with that version.`)
  const { tables, files, folders, migrations } = value
  const isWhole =
    [tables, files, folders, migrations].every(Array.isArray) &&
    [tables, files].every((list) => (list as unknown[]).every(isPart)) &&
    (folders as unknown[]).every(isPath)
  if (!isWhole) throw foreign
  return value as unknown as BackupContents
}

async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The bytes of the file, decrypted. The stream fails with CannotDecrypt when they do not open. */
async function openSource(file: string, passphrase: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  const bytes = createReadStream(file)
  if (!isEncrypted(await readStart(file))) return bytes
  if (passphrase === undefined) throw new UnusableBackup('The backup is encrypted: set BACKUP_KEY to the passphrase that it was made with.')
  const decryptor = new Decryptor(passphrase)
  bytes.on('error', (error) => decryptor.destroy(error))
  return bytes.pipe(decryptor)
}

/**
 * Unpacks a backup: what comes must be what the list says, in its order and to the byte. `locate`: where a part goes. Throws UnusableBackup; what
 * was unpacked until then must not be used.
 */
export async function unpackBackup(
  file: string,
  locate: (part: Part, contents: BackupContents) => string,
  passphrase: string | undefined,
): Promise<BackupContents> {
  let contents: BackupContents | undefined
  let expected: Part[] = []
  const take = async (entry: Entry) => {
    if (!contents) {
      contents = readContents(entry.path === LIST_PATH ? await readText(entry, MAX_LIST_BYTES) : undefined)
      expected = listParts(contents).toReversed()
      return
    }
    const part = expected.pop()
    if (!part || entry.path !== part.path || entry.bytes !== part.bytes) throw new NotWhole(false, entry.path)
    await writeEntry(entry, part, locate(part, contents))
  }
  try {
    await unpackParts(await openSource(file, passphrase), take)
    if (!contents || expected.length > 0) throw new NotWhole(contents === undefined, 'the file ends too early')
    return contents
  } catch (error) {
    if (error instanceof CannotDecrypt) throw new UnusableBackup(error.message)
    if (!(error instanceof NotWhole)) throw error
    throw new UnusableBackup(error.isForeign ? 'This file is no backup of Atrium.' : `The backup is damaged or incomplete (${error.message}).`)
  }
}

async function writeEntry({ content }: Entry, part: Part, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const handle = await open(file, 'w', 0o600)
  try {
    for await (const piece of content) {
      hash.update(piece)
      await handle.writeFile(piece)
    }
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') !== part.sha256) throw new NotWhole(false, part.path)
}
