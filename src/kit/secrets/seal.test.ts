import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSealingKey, openText, sealText } from './seal.ts'

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
    const [first, second] = await Promise.all([1, 2].map(() => loadSealingKey({ given: undefined, dataDir: join(dataDir, 'new') })))
    expect(first?.equals(second as Buffer)).toBe(true)
    expect((await stat(join(dataDir, 'new', 'secrets.key'))).mode & 0o077).toBe(0)
    expect(await loadSealingKey({ given: 'one long sentence', dataDir })).toEqual(await loadSealingKey({ given: 'one long sentence', dataDir: '/nowhere' }))
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
