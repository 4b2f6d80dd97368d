import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startProcess, startThread, type StartWorker } from './start-worker.ts'
import { TaskAborted, WorkerPool, type PoolSettings } from './worker-pool.ts'
import { toWorkerFile } from './worker-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-workers-'))
const path = join(folder, 'worker.mjs')
writeFileSync(
  path,
  `import { serveTasks } from ${JSON.stringify(new URL('serve-tasks.ts', import.meta.url).href)}
serveTasks({
  add: ({ a, b }) => a + b,
  async fail(text) { throw new RangeError(text) },
  spin() { for (;;); },
  fillHeap() { for (const kept = []; ; ) kept.push({ place: [kept.length], text: String(kept.length) }) },
  listSecrets: () => Object.keys(process.env).filter((name) => /SECRET|DATABASE/.test(name)),
  hold: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms, 'held')),
})`,
)
interface TestTasks extends Record<string, (input: never) => unknown> {
  add: (input: { a: number; b: number }) => number
  fail: (text: string) => Promise<never>
  spin: (input: null) => never
  fillHeap: (input: null) => never
  listSecrets: (input: null) => string[]
  hold: (input: { ms: number }) => Promise<string>
}
let pool: WorkerPool<TestTasks>
const open = (start: StartWorker, more: Partial<PoolSettings> = {}) => {
  pool = new WorkerPool({ file: { path, isSource: true }, start, size: 1, memoryMb: 400, maxWaiting: 3, deadlineMs: 120_000, idleMs: 60_000, ...more })
  return pool
}
afterEach(() => pool.end())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each([
  ['threads', startThread],
  ['processes', startProcess],
] as const)('%s', (name, start) => {
  test('do tasks in their order, and say what went wrong in one', async () => {
    open(start)
    const first = pool.run('add', { a: 1, b: 2 })
    const failing = pool.run('fail', 'no such page')
    const last = pool.run('add', { a: 3, b: 4 })
    await expect(failing).rejects.toThrow('no such page')
    expect(await Promise.all([first, last])).toEqual([3, 7])
    expect(pool.size).toBe(1)
  })

  test.runIf(process.platform === 'linux' || name === 'threads')('one task that takes too much memory fails alone', async () => {
    open(start)
    const greedy = pool.run('fillHeap', null)
    const modest = pool.run('add', { a: 1, b: 1 })
    await expect(greedy).rejects.toThrow(TaskAborted)
    expect(await modest).toBe(2)
  })

  test('one task that never ends is ended at its deadline, and the next one is done', async () => {
    // A worker is started within the deadline of its first task, too: on a busy machine not at the first attempt.
    open(start, { deadlineMs: 1_500 })
    const add = () => pool.run('add', { a: 2, b: 2 }).catch((error: Error) => error.message)
    await expect.poll(add).toBe(4)
    await expect(pool.run('spin', null)).rejects.toThrow('spin took longer than 1.5 seconds')
    await expect.poll(add).toBe(4)
  })

  test('a line that is full is refused at once, with the time after which to ask again', async () => {
    open(start)
    const held = Array.from({ length: 4 }, () => pool.run('hold', { ms: 1 }))
    await expect(pool.run('add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503, data: { retryAfterSeconds: 2 } })
    expect(await Promise.all(held)).toEqual(['held', 'held', 'held', 'held'])
  })

  test('a worker without work ends, and the next task begins another', async () => {
    open(start, { idleMs: 1 })
    expect(await pool.run('add', { a: 1, b: 1 })).toBe(2)
    await expect.poll(() => pool.size).toBe(0)
    expect(await pool.run('add', { a: 2, b: 1 })).toBe(3)
  })

  test('a file that cannot be run fails its tasks', async () => {
    open(start, { file: { path: join(folder, 'missing.mjs'), isSource: false } })
    await expect(pool.run('add', { a: 1, b: 1 })).rejects.toThrow(TaskAborted)
  })

  test('what no message can hold fails its task, and no other', async () => {
    open(start)
    await expect(pool.run('add', { a: (() => 1) as never, b: 1 })).rejects.toThrow(/could not be cloned/)
    expect(await pool.run('add', { a: 1, b: 1 })).toBe(2)
  })
})

test('a process is told nothing secret of the environment', async () => {
  process.env['TEST_SECRET_OF_THE_SERVER'] = 'x'
  try {
    open(startProcess)
    expect(await pool.run('listSecrets', null)).toEqual([])
  } finally {
    delete process.env['TEST_SECRET_OF_THE_SERVER']
  }
})

test('files are found beside the sources, and among what is built', () => {
  expect(toWorkerFile('image-worker', 'file:///srv/src/media/image-codec.ts').path).toBe('/srv/src/media/image-worker.ts')
  expect(toWorkerFile('image-worker', 'file:///srv/dist/server/assets/media-x.js')).toEqual({ path: '/srv/dist/server/image-worker.js', isSource: false })
  expect(toWorkerFile('image-worker', 'file:///srv/dist/server/main.js').path).toBe('/srv/dist/server/image-worker.js')
})
