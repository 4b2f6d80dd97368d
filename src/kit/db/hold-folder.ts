/**
 * The embedded database does not lock its folder: two processes on one folder lose committed rows. So the folder is
 * held by a listening socket: the operating system frees it when the process dies, however it dies.
 */
import { createHash } from 'node:crypto'
import { realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/** Holds the folder until the answer is called. Throws DataFolderInUse when another live process holds it. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\atrium-${name}` : join(tmpdir(), `atrium-${name}.sock`)
  if (await answers(socket))
    throw new DataFolderInUse(`The data folder ${folder} is in use by another Atrium process. Stop that one first, or set DATA_DIR to another folder.`)
  try {
    unlinkSync(socket) // left by a process that was killed
  } catch {
    // there was none
  }
  const server = createServer((client) => client.end())
  await new Promise<void>((done, fail) => server.once('error', fail).listen(socket, done))
  server.unref()
  return () => new Promise((done) => server.close(() => done()))
}

const answers = (socket: string): Promise<boolean> =>
  new Promise((done) => {
    const client = connect(socket)
    client.once('connect', () => (client.destroy(), done(true)))
    client.once('error', () => done(false))
  })
