/** Seals credentials that the database keeps, with a key that it does not have: a copy of the database opens nothing. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const IV_BYTES = 12
const TAG_BYTES = 16

/** The key that seals, and those that sealed before it: they only open. */
export interface SealingKeys {
  current: Buffer
  former: readonly Buffer[]
}

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

/** The text, whichever of the keys sealed it. */
export function openWithKeys({ current, former }: SealingKeys, about: string, sealed: string): string | undefined {
  for (const key of [current, ...former]) {
    const text = openText(key, about, sealed)
    if (text !== undefined) return text
  }
  return undefined
}

/** Where the keys of a server come from. */
export interface KeySources {
  /** `SECRETS_KEY`. */
  given: string | undefined
  /** `SECRETS_KEY_FORMER`: what it was before. */
  former: string | undefined
  /** A file with the key, which is made at first use when none is given. */
  file: string
}

const readKeyFile = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)),
  )

/** The keys of this server, for a process that is no server: undefined where none was made yet. A file beside a given key holds the one before it. */
export async function findSealingKeys({ given, former, file }: KeySources): Promise<SealingKeys | undefined> {
  const [current, ...rest] = [given, await readKeyFile(file), former].filter((text) => text !== undefined)
  return current === undefined ? undefined : { current: toKey(current), former: rest.map(toKey) }
}

/**
 * The keys of this server: that of the operator (`SECRETS_KEY`), else one that is written to the file at first use, readable by the server alone.
 * Several processes on one database need the same key.
 */
export async function loadSealingKeys(sources: KeySources): Promise<SealingKeys> {
  if (sources.given === undefined) {
    await mkdir(dirname(sources.file), { recursive: true })
    // Two processes may start at the same time: the first file stays.
    await writeFile(sources.file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return (await findSealingKeys(sources)) as SealingKeys
}
