/** A full disk ends the process with a sentence, instead of a server that says it is well and answers nothing; what was answered is there after the next start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt, serverProcess } from '../kill/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-full-'))
const full = join(folder, 'full')
beforeAll(ensureBuilt, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a full disk ends the process, says so, and loses nothing', { timeout: 240_000 }, async () => {
  const server = await serverProcess({
    DATA_DIR: join(folder, 'data'),
    FULL_DISK: full,
    NODE_OPTIONS: `--require ${resolve('test/power/fill-disk.cjs')}`,
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(server.base + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  await server.start()
  const { body: site } = await call('POST', '/_test/site', {})
  const owner = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
  const plan = (name: string) => call('POST', '/v2/plans', { plan: { name, pricing: { singlePaymentUnlimited: true, price: { value: '10.00' } } } }, owner)
  expect((await plan('Before')).status).toBe(200)

  writeFileSync(full, '')
  const began = performance.now()
  const last = await plan('Too much').then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect(last).not.toBe(200)
  expect(await server.ended()).toBe(1)
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(server.problems()).toMatch(
    /^The embedded database cannot go on: .*the disk is full.*Nothing that was answered is lost\. Make room or mend the disk, then start again\.$/m,
  )

  rmSync(full)
  await server.start()
  const { body: list } = await call('GET', '/v2/plans?limit=10', undefined, owner)
  expect(list.plans.map(({ name }: { name: string }) => name)).toEqual(['Before'])
  expect((await plan('After')).status).toBe(200)
  expect(await server.end()).toBe(0)
})
