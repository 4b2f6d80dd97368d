/**
 * A disk that loses power. It writes down what a process does to a folder, and tells what could be left of it when the power goes
 * after any of these steps. Kept for certain is what was synced, as a journaling file system does it: a sync keeps the content of
 * its file, and all names, sizes and places given before it. Of everything after that, chance keeps a part: of names a beginning,
 * of contents any pages.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import type { Random } from '../kill/random.ts'

/** Content of a file; names point to it. */
interface Inode {
  id: number
}
interface Write {
  do: 'write'
  inode: Inode
  at: number
  bytes: Buffer
}
interface Size {
  do: 'size'
  inode: Inode
  size: number
}
type Change = Write | Size
type Step =
  | Change
  | { do: 'file'; path: string; inode: Inode }
  | { do: 'folder'; path: string }
  | { do: 'rename'; from: string; to: string }
  | { do: 'remove'; path: string }
  | { do: 'sync'; inode?: Inode }

const PAGE = 4096

/** What is in a folder at some moment: path → content, or null for a folder. */
export type Contents = Map<string, Buffer | null>

export interface Recording {
  /** How many steps were taken so far. */
  length(): number
  stop(): void
  /** What may be left when the power goes after so many steps. */
  cutAfter(steps: number, random: Random): Contents
}

/** Writes down what this process does below the folder, beginning with what is there, which counts as synced. */
export function recordDisk(root: string): Recording {
  const steps: Step[] = []
  const known = new Map<string, Inode>()
  const opened = new Map<number, { inode?: Inode; position: number }>()
  const before = readContents(root)
  let ids = 0
  const first = new Map<string, Inode>()
  for (const [path, content] of before)
    if (content) {
      const inode = { id: ids++ }
      known.set(path, inode)
      first.set(path, inode)
    }
  const inside = (path: unknown): string | undefined => {
    if (typeof path !== 'string') return undefined
    const name = relative(root, path)
    return name.startsWith('..') || name.includes(`..${sep}`) ? undefined : name
  }
  const fileAt = (path: string): Inode => {
    let inode = known.get(path)
    if (!inode) {
      known.set(path, (inode = { id: ids++ }))
      steps.push({ do: 'file', path, inode })
    }
    return inode
  }
  const real = { ...fs }
  const changed: Record<string, unknown> = {
    openSync(path: string, flags: string | number = 'r', mode?: number) {
      const fd = real.openSync(path, flags, mode)
      recordOpened(path, flags, fd)
      return fd
    },
    open(path: string, flags: string, ...more: [(error: Error | null, fd: number) => void] | [number, (error: Error | null, fd: number) => void]) {
      const done = more.at(-1) as (error: Error | null, fd: number) => void
      real.open(path, flags, more.length === 2 ? more[0] : undefined, (error, fd) => {
        if (!error) recordOpened(path, flags, fd)
        done(error, fd)
      })
    },
    close(fd: number, done: fs.NoParamCallback) {
      opened.delete(fd)
      real.close(fd, done)
    },
    closeSync(fd: number) {
      opened.delete(fd)
      real.closeSync(fd)
    },
    writeSync(fd: number, data: Buffer | string, offset?: number, length?: number, position?: number | null) {
      const file = opened.get(fd)
      const written = real.writeSync(fd, data as Buffer, offset, length, position)
      if (!file?.inode) return written
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(Buffer.from(data.buffer, data.byteOffset + (offset ?? 0), written))
      const at = typeof data === 'string' || typeof position !== 'number' ? file.position : position
      if (typeof data === 'string' || typeof position !== 'number') file.position += written
      steps.push({ do: 'write', inode: file.inode, at, bytes })
      return written
    },
    writeFileSync(path: string, data: string, options: fs.WriteFileOptions) {
      real.writeFileSync(path, data, options)
      const name = inside(path)
      if (name === undefined) return
      const inode = fileAt(name)
      steps.push({ do: 'size', inode, size: 0 })
      if (data.length > 0) steps.push({ do: 'write', inode, at: 0, bytes: Buffer.from(data) })
    },
    ftruncateSync(fd: number, size: number) {
      real.ftruncateSync(fd, size)
      const inode = opened.get(fd)?.inode
      if (inode) steps.push({ do: 'size', inode, size })
    },
    truncateSync(path: string, size: number) {
      real.truncateSync(path, size)
      const name = inside(path)
      if (name !== undefined) steps.push({ do: 'size', inode: fileAt(name), size })
    },
    mkdirSync(path: string, options: fs.MakeDirectoryOptions) {
      const made = real.mkdirSync(path, options)
      const name = inside(path)
      if (name !== undefined) steps.push({ do: 'folder', path: name })
      return made
    },
    renameSync(from: string, to: string) {
      real.renameSync(from, to)
      const [old, now] = [inside(from), inside(to)]
      if (old === undefined || now === undefined) return
      steps.push({ do: 'rename', from: old, to: now })
      for (const [path, inode] of known)
        if (path === old || path.startsWith(old + sep)) {
          known.delete(path)
          known.set(now + path.slice(old.length), inode)
        }
    },
    unlinkSync(path: string) {
      real.unlinkSync(path)
      recordRemoved(path)
    },
    rmdirSync(path: string) {
      real.rmdirSync(path)
      recordRemoved(path)
    },
    rmSync(path: string, options: fs.RmOptions) {
      const was = real.existsSync(path)
      real.rmSync(path, options)
      if (was) recordRemoved(path)
    },
    fsyncSync: recordSync('fsyncSync'),
    fdatasyncSync: recordSync('fdatasyncSync'),
    fdatasync(fd: number, done: fs.NoParamCallback) {
      real.fdatasync(fd, (error) => {
        if (!error) recordSynced(fd)
        done(error)
      })
    },
  }
  function recordOpened(path: string, flags: string | number, fd: number): void {
    const name = inside(path)
    if (name === undefined) return
    const isFolder = real.fstatSync(fd).isDirectory()
    const empties = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w')
    const inode = isFolder ? undefined : fileAt(name)
    if (inode && empties) steps.push({ do: 'size', inode, size: 0 })
    opened.set(fd, inode ? { inode, position: 0 } : { position: 0 })
  }
  function recordRemoved(path: string): void {
    const name = inside(path)
    if (name === undefined) return
    steps.push({ do: 'remove', path: name })
    for (const known_ of known.keys()) if (known_ === name || known_.startsWith(name + sep)) known.delete(known_)
  }
  function recordSync(name: 'fsyncSync' | 'fdatasyncSync') {
    return (fd: number) => {
      real[name](fd)
      recordSynced(fd)
    }
  }
  function recordSynced(fd: number): void {
    const file = opened.get(fd)
    if (file) steps.push(file.inode ? { do: 'sync', inode: file.inode } : { do: 'sync' })
  }
  Object.assign(fs, changed)
  syncBuiltinESMExports()
  return {
    length: () => steps.length,
    stop: () => {
      for (const name of Object.keys(changed)) Object.assign(fs, { [name]: real[name as 'openSync'] })
      syncBuiltinESMExports()
    },
    cutAfter: (count, random) => stateAfterCut(before, first, steps.slice(0, count), random),
  }
}

/** Plays the steps on a disk of its own and takes away what was not kept. */
function stateAfterCut(before: Contents, first: ReadonlyMap<string, Inode>, steps: readonly Step[], random: Random): Contents {
  const kept = new Map<Inode, Buffer>()
  for (const [path, inode] of first) kept.set(inode, before.get(path) as Buffer)
  const pending = new Map<Inode, Change[]>()
  const names = new Map<string, Inode | null>([...before].map(([path, content]) => [path, content ? (first.get(path) as Inode) : null]))
  let lastSync = -1
  for (const [at, step] of steps.entries()) if (step.do === 'sync') lastSync = at
  const namesUntil = random.between(lastSync + 1, steps.length)
  for (const [at, step] of steps.entries()) {
    if (step.do === 'write' || step.do === 'size') {
      const changes = pending.get(step.inode)
      if (changes) changes.push(step)
      else pending.set(step.inode, [step])
      continue
    }
    if (step.do === 'sync') {
      if (step.inode) {
        kept.set(step.inode, applyWrites(kept.get(step.inode), pending.get(step.inode) ?? []))
        pending.delete(step.inode)
      }
      continue
    }
    if (at >= namesUntil) continue
    if (step.do === 'file') names.set(step.path, step.inode)
    else if (step.do === 'folder') names.set(step.path, null)
    else if (step.do === 'remove') removeName(names, step.path)
    else renameName(names, step.from, step.to)
  }
  const contents: Contents = new Map()
  for (const [path, inode] of names) contents.set(path, inode && applyWrites(kept.get(inode), randomSubset(pending.get(inode) ?? [], random)))
  return contents
}

const removeName = (names: Map<string, unknown>, path: string): void => {
  for (const name of names.keys()) if (name === path || name.startsWith(path + sep)) names.delete(name)
}
function renameName<T>(names: Map<string, T>, from: string, to: string): void {
  const moved = [...names].filter(([name]) => name === from || name.startsWith(from + sep))
  removeName(names, to)
  for (const [name, what] of moved) {
    names.delete(name)
    names.set(to + name.slice(from.length), what)
  }
}

/** Of what was not synced: nothing, a beginning, all, or any pages. */
function randomSubset(changes: readonly Change[], random: Random): Change[] {
  const what = random.pick(['nothing', 'nothing', 'beginning', 'all', 'pages'] as const)
  if (what === 'nothing') return []
  if (what === 'all') return [...changes]
  if (what === 'beginning') return changes.slice(0, random.between(0, changes.length))
  return changes.flatMap((change): Change[] =>
    change.do === 'size' ? (random.next() < 0.5 ? [change] : []) : splitPages(change).filter(() => random.next() < 0.5),
  )
}

/** A write taken apart where pages of the disk end. */
function splitPages(change: Write): Write[] {
  const pages: Write[] = []
  for (let from = 0; from < change.bytes.length; ) {
    const length = Math.min(PAGE - ((change.at + from) % PAGE), change.bytes.length - from)
    pages.push({ ...change, at: change.at + from, bytes: change.bytes.subarray(from, from + length) })
    from += length
  }
  return pages
}

function applyWrites(content: Buffer = Buffer.alloc(0), changes: readonly Change[]): Buffer {
  if (changes.length === 0) return content
  const most = changes.reduce((size, change) => Math.max(size, change.do === 'size' ? change.size : change.at + change.bytes.length), content.length)
  const room = Buffer.alloc(most)
  content.copy(room)
  let size = content.length
  for (const change of changes) {
    if (change.do === 'write') {
      change.bytes.copy(room, change.at)
      size = Math.max(size, change.at + change.bytes.length)
    } else {
      if (change.size < size) room.fill(0, change.size, size)
      size = change.size
    }
  }
  return room.subarray(0, size)
}

export function readContents(root: string): Contents {
  const contents: Contents = new Map()
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) contents.set(relative(root, path), null)
    else if (entry.isFile()) contents.set(relative(root, path), fs.readFileSync(path))
  }
  return contents
}

/** Makes the folder anew with these contents. */
export function writeContents(root: string, contents: Contents): void {
  fs.rmSync(root, { recursive: true, force: true })
  fs.mkdirSync(root, { recursive: true })
  for (const [path, content] of contents) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true })
    if (content) fs.writeFileSync(join(root, path), content)
    else fs.mkdirSync(join(root, path), { recursive: true })
  }
}
