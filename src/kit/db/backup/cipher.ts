/**
 * Encrypts a backup on its way into the file, and decrypts it on its way out: AES-256-GCM under a key that scrypt derives from a passphrase. The file
 * begins with a line that says what it is, the salt, a value that tells a wrong passphrase from damaged bytes, and the initialization vector; it ends with the tag.
 */
import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const MAGIC = Buffer.from('atrium-encrypted-backup-1\n')
const [SALT_BYTES, CHECK_BYTES, IV_BYTES, TAG_BYTES, KEY_BYTES] = [16, 16, 12, 16, 32]
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES + IV_BYTES
/** A tenth of a second and 64 MB for each guess. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

function deriveKey(passphrase: string, salt: Buffer): { key: Buffer; check: Buffer } {
  const derived = scryptSync(passphrase, salt, KEY_BYTES + CHECK_BYTES, COST)
  return { key: derived.subarray(0, KEY_BYTES), check: derived.subarray(KEY_BYTES) }
}

/** The bytes do not open: another passphrase, or they were changed. The message says which. */
export class CannotDecrypt extends Error {
  override name = 'CannotDecrypt'
}

/** Whether a file that begins like this is encrypted. */
export const isEncrypted = (start: Uint8Array): boolean => Buffer.from(start.subarray(0, MAGIC.length)).equals(MAGIC)

/** How many bytes `isEncrypted` needs. */
export const MAGIC_BYTES = MAGIC.length

export function createEncryptor(passphrase: string): Transform {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const { key, check } = deriveKey(passphrase, salt)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush: (done) => done(null, Buffer.concat([cipher.final(), cipher.getAuthTag()])),
  })
  stream.push(Buffer.concat([MAGIC, salt, check, iv]))
  return stream
}

/** Ends with CannotDecrypt when the passphrase is another one, or when a byte was changed; what came out before must not be used then. */
export class Decryptor extends Transform {
  readonly #passphrase: string
  #decipher: DecipherGCM | undefined
  /** The header until it is whole, then what may be the tag. */
  #held = Buffer.alloc(0)

  constructor(passphrase: string) {
    super()
    this.#passphrase = passphrase
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held = Buffer.concat([this.#held, chunk])
    try {
      if (!this.#decipher) this.#readHeader()
      const ready = this.#held.length - TAG_BYTES
      if (!this.#decipher || ready <= 0) return done()
      const text = this.#decipher.update(this.#held.subarray(0, ready))
      this.#held = this.#held.subarray(ready)
      done(null, text)
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.#decipher || this.#held.length !== TAG_BYTES) throw new Error('too short')
      done(null, this.#decipher.setAuthTag(this.#held).final())
    } catch (error) {
      done(error instanceof CannotDecrypt ? error : new CannotDecrypt('The file is damaged or incomplete.'))
    }
  }

  #readHeader(): void {
    if (this.#held.length < HEADER_BYTES) return
    const header = this.#held.subarray(MAGIC.length, HEADER_BYTES)
    const { key, check } = deriveKey(this.#passphrase, header.subarray(0, SALT_BYTES))
    if (!timingSafeEqual(check, header.subarray(SALT_BYTES, SALT_BYTES + CHECK_BYTES)))
      throw new CannotDecrypt('The file was encrypted with another BACKUP_KEY.')
    this.#decipher = createDecipheriv('aes-256-gcm', key, header.subarray(SALT_BYTES + CHECK_BYTES))
    this.#held = this.#held.subarray(HEADER_BYTES)
  }
}
