/** Seals credentials that the database keeps, with a key that it does not have: a copy of the database opens nothing. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const IV_BYTES = 12
const TAG_BYTES = 16

/** The key of a sentence of the operator. */
const toKey = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `about` says what is sealed and for which site: what was sealed for another does not open. */
export function sealText(key: Buffer, about: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text; undefined when it was sealed with another key or for something else. */
export function openText(key: Buffer, about: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  try {
    const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([opener.update(bytes.subarray(IV_BYTES + TAG_BYTES)), opener.final()]).toString('utf8')
  } catch {
    // Damaged, or sealed with another key: the caller says that it has to be entered again.
    return undefined
  }
}

/** The key of this server, for a process that is no server: undefined where none was made yet. */
export async function findSealingKey({ given, dataDir }: { given: string | undefined; dataDir: string }): Promise<Buffer | undefined> {
  if (given !== undefined) return toKey(given)
  const text = await readFile(join(dataDir, 'secrets.key'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : toKey(text.trim())
}

/**
 * The key of this server: that of the operator (`SECRETS_KEY`), else one that is written beside the data at first use, readable by the server alone.
 * Several processes on one database need the same `SECRETS_KEY`.
 */
export async function loadSealingKey({ given, dataDir }: { given: string | undefined; dataDir: string }): Promise<Buffer> {
  if (given !== undefined) return toKey(given)
  const file = join(dataDir, 'secrets.key')
  await mkdir(dataDir, { recursive: true })
  // Two processes may start at the same time: the first file stays.
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return toKey((await readFile(file, 'utf8')).trim())
}
