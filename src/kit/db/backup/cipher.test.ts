import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { CannotDecrypt, createEncryptor, Decryptor, isEncrypted } from './cipher.ts'

const KEY = 'a passphrase of some length'
const encrypt = (text: Uint8Array) => buffer(Readable.from([Buffer.from(text)]).pipe(createEncryptor(KEY)))
/** In pieces of this size. */
function decrypt(bytes: Buffer, size: number, key = KEY): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
  const decryptor = new Decryptor(key)
  Readable.from(pieces).pipe(decryptor)
  return buffer(decryptor)
}

// Each opening costs what a guess of the passphrase costs.
test.each([
  [0, 7],
  [400, 1],
  [400, 61],
  [70_000, 65_536],
])('%i bytes come out again, in pieces of %i', async (length, size) => {
  const text = Buffer.from(Array.from({ length }, (_, n) => n % 251))
  const bytes = await encrypt(text)
  expect(isEncrypted(bytes)).toBe(true)
  expect((await decrypt(bytes, size)).equals(text)).toBe(true)
})

test('another passphrase is told apart from damaged bytes', async () => {
  const bytes = await encrypt(Buffer.from('all members'))
  expect(bytes.includes('members')).toBe(false)
  await expect(decrypt(bytes, 64, 'another passphrase')).rejects.toThrow(new CannotDecrypt('The file was encrypted with another BACKUP_KEY.'))
  const changed = Buffer.from(bytes)
  changed[bytes.length - 20] = (changed[bytes.length - 20] ?? 0) ^ 1
  for (const damaged of [changed, bytes.subarray(0, -1), bytes.subarray(0, 30)])
    await expect(decrypt(damaged, 64)).rejects.toThrow(new CannotDecrypt('The file is damaged or incomplete.'))
})
