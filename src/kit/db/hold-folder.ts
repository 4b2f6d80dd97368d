/**
 * The embedded database does not lock its folder: two processes on one folder lose committed rows. So the folder is
 * held by a listening socket inside it: whoever can reach the folder meets the holder, also from another container, and the
 * operating system frees it when the process dies, however it dies.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

/** Addresses of sockets are this short on every system, in bytes. */
const LONGEST_ADDRESS = 100
/** Two that take over a dead socket in the same moment have seen each other by then. */
const TAKE_OVER_MS = 200

interface Place {
  address: string
  /** Where its file lies; a pipe of Windows has none. */
  file?: string
  close(): void
}

/** An address in the folder that fits, however deep the folder lies. */
function placeIn(folder: string): Place {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 24)
    return { address: `\\\\.\\pipe\\atrium-${name}`, close: () => undefined }
  }
  const file = join(folder, 'atrium.lock')
  const near = relative(process.cwd(), file)
  const fits = [file, near].find((path) => Buffer.byteLength(path) <= LONGEST_ADDRESS)
  if (fits) return { address: fits, file, close: () => undefined }
  if (process.platform !== 'linux')
    throw new DataFolderInUse(
      `The path of the data folder ${folder} is too long to be locked. Start the server in or near that folder, or choose a shorter path.`,
    )
  const opened = openSync(folder, 'r')
  return { address: `/proc/self/fd/${opened}/atrium.lock`, file, close: () => closeSync(opened) }
}

const inUse = (folder: string) =>
  new DataFolderInUse(`The data folder ${folder} is in use by another Atrium process. Stop that one first, or set DATA_DIR to another folder.`)

/** Holds the folder until the answer is called. Throws DataFolderInUse when another live process holds it, or when it cannot be held. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const place = placeIn(realpathSync(folder))
  try {
    if (await answers(place.address)) throw inUse(folder)
    const isLeft = place.file !== undefined && idOf(place.file) !== undefined
    // Left by a process that was killed.
    if (isLeft) unlinkSync(place.file as string)
    const server = await listenAt(place.address, folder)
    if (place.file) await stillOurs(place.file, folder, isLeft)
    server.unref()
    return () =>
      new Promise((done) =>
        server.close(() => {
          place.close()
          done()
        }),
      )
  } catch (error) {
    place.close()
    throw error
  }
}

async function listenAt(address: string, folder: string): Promise<Server> {
  const server = createServer((client) => client.end())
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(address, done))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw inUse(folder)
    throw new DataFolderInUse(`The data folder ${folder} cannot be locked (${message}). Choose a folder on a disk of this machine.`)
  }
  return server
}

/** Of two that found the same dead socket, the one whose socket was removed by the other gives way. */
async function stillOurs(file: string, folder: string, wasLeft: boolean): Promise<void> {
  const own = idOf(file)
  if (wasLeft) await new Promise((done) => setTimeout(done, TAKE_OVER_MS))
  if (own === undefined || idOf(file) !== own) throw inUse(folder)
}

const idOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

const answers = (address: string): Promise<boolean> =>
  new Promise((done) => {
    const client = connect(address)
    client.once('connect', () => (client.destroy(), done(true)))
    client.once('error', () => done(false))
  })
