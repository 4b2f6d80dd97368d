import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHolder } from '../../../test/data-dir-holder.ts'
import { askHolder, DataDirInUse, hasStaleLock, lockDataDir } from './data-dir-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-hold-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that holds the folder, with a folder for temporary files of its own. */
function startOtherHolder() {
  const own = join(folder, 'tmp')
  mkdirSync(own, { recursive: true })
  return startHolder(folder, { TMPDIR: own })
}

test('a folder is held once, wherever the other process keeps its temporary files, and free when that one is killed', async () => {
  const other = await startOtherHolder()
  await expect(lockDataDir(folder)).rejects.toThrow(
    /^The data folder .* is in use by another Atrium process\. Stop that one first, or set DATA_DIR to another folder\.$/,
  )
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(existsSync(join(folder, 'atrium.lock'))).toBe(true)
  const release = await lockDataDir(folder)
  await expect(lockDataDir(folder)).rejects.toThrow(DataDirInUse)
  await release()
  expect(existsSync(join(folder, 'atrium.lock'))).toBe(false)
})

test('of several that find what a killed process left, one holds the folder', async () => {
  const other = await startOtherHolder()
  other.kill('SIGKILL')
  await once(other, 'exit')
  const attempts = await Promise.allSettled([lockDataDir(folder), lockDataDir(folder), lockDataDir(folder)])
  const fulfilled = attempts.filter((one) => one.status === 'fulfilled')
  expect(fulfilled).toHaveLength(1)
  await fulfilled[0]?.value()
})

test('a folder that lies deep can be held, too', async () => {
  const deep = join(folder, ...Array.from({ length: 6 }, () => 'a-name-of-thirty-characters---'))
  mkdirSync(deep, { recursive: true })
  const release = await lockDataDir(deep)
  expect(existsSync(join(deep, 'atrium.lock'))).toBe(true)
  await expect(lockDataDir(deep)).rejects.toThrow(DataDirInUse)
  await release()
  await (await lockDataDir(deep))()
})

test('the holder answers other processes, as long as it lives', async () => {
  expect(await askHolder(join(folder, 'none'), 'hello')).toBeUndefined()
  expect(await askHolder(folder, 'hello')).toBeUndefined()
  expect(await hasStaleLock(folder)).toBe(false)
  const other = await startOtherHolder()
  expect(await askHolder(folder, 'hello')).toBe('heard hello')
  expect(await hasStaleLock(folder)).toBe(false)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await askHolder(folder, 'hello')).toBeUndefined()
  expect(await hasStaleLock(folder)).toBe(true)
})

test('a holder that lets go does not wait for those who ask', async () => {
  const release = await lockDataDir(folder, () => new Promise(() => undefined))
  const asked = askHolder(folder, 'hello')
  await new Promise((done) => setTimeout(done, 50))
  await release()
  expect(await asked).toBeUndefined()
})
