import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSealingKeys, openText, openWithKeys, sealText } from './seal.ts'

const key = randomBytes(32)
test('what is sealed opens with the same key, for the same purpose, undamaged', () => {
  const sealed = sealText(key, 'smtp of site 1', 'pä55')
  expect(sealed).not.toContain('pä55')
  expect(sealText(key, 'smtp of site 1', 'pä55')).not.toBe(sealed)
  expect(openText(key, 'smtp of site 1', sealed)).toBe('pä55')
  expect(openText(randomBytes(32), 'smtp of site 1', sealed)).toBeUndefined()
  expect(openText(key, 'smtp of site 2', sealed)).toBeUndefined()
  for (const damaged of ['', sealed.slice(0, -3), `${sealed}AAAA`]) expect(openText(key, 'smtp of site 1', damaged)).toBeUndefined()
})

test('the key is that of the operator, or a file that the server alone reads', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seal-'))
  try {
    const file = join(dataDir, 'new', 'secrets.key')
    const [first, second] = await Promise.all([1, 2].map(() => loadSealingKeys({ given: undefined, former: undefined, file })))
    expect(first?.current.equals(second?.current as Buffer)).toBe(true)
    expect((await stat(file)).mode & 0o077).toBe(0)
    const given = await loadSealingKeys({ given: 'one long sentence', former: undefined, file: '/nowhere/secrets.key' })
    expect(given.former).toEqual([])

    // Beside a given key, the file and SECRETS_KEY_FORMER open what was sealed before, and seal nothing.
    const moved = await loadSealingKeys({ given: 'one long sentence', former: 'the sentence before', file })
    expect(moved.current).toEqual(given.current)
    for (const former of [first?.current as Buffer, moved.former[1] as Buffer]) {
      expect(openWithKeys(moved, 'a', sealText(former, 'a', 'text'))).toBe('text')
      expect(openWithKeys(given, 'a', sealText(former, 'a', 'text'))).toBeUndefined()
    }
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
