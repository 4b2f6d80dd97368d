/**
 * The embedded database does not lock its folder: two processes on one folder lose committed rows. So the folder is
 * held by a listening socket inside it: a process that can reach the directory finds its holder, also from another container, and the
 * operating system frees it when the process dies, however it dies.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join, relative } from 'node:path'

export class DataDirInUse extends Error {
  override name = 'DataFolderInUse'
}

/** Addresses of sockets are this short on every system, in bytes. */
const MAX_ADDRESS_BYTES = 100
/** Two that take over a dead socket in the same moment have seen each other by then. */
const TAKE_OVER_MS = 200

interface LockSocket {
  address: string
  /** Where its file lies; a pipe of Windows has none. */
  file?: string
  close(): void
}

/** An address in the folder that fits, however deep the folder lies. */
function findLockSocket(directory: string): LockSocket {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(directory).digest('hex').slice(0, 24)
    return { address: `\\\\.\\pipe\\atrium-${name}`, close: () => undefined }
  }
  const file = join(directory, 'atrium.lock')
  const relativePath = relative(process.cwd(), file)
  const fits = [file, relativePath].find((path) => Buffer.byteLength(path) <= MAX_ADDRESS_BYTES)
  if (fits) return { address: fits, file, close: () => undefined }
  if (process.platform !== 'linux')
    throw new DataDirInUse(
      `The path of the data folder ${directory} is too long to be locked. Start the server in or near that folder, or choose a shorter path.`,
    )
  const descriptor = openSync(directory, 'r')
  return { address: `/proc/self/fd/${descriptor}/atrium.lock`, file, close: () => closeSync(descriptor) }
}

const createInUseError = (directory: string) =>
  new DataDirInUse(`The data folder ${directory} is in use by another Atrium process. Stop that one first, or set DATA_DIR to another folder.`)

/** Answers one line of another process with one line. Never rejects. */
export type AnswerRequest = (request: string) => Promise<string>

/**
 * Holds the folder until the answer is called. `answer`: what the holder says to processes that ask it something (`askHolder`). Throws DataFolderInUse
 * when another live process holds it, or when it cannot be held.
 */
export async function lockDataDir(directory: string, answer: AnswerRequest = async () => ''): Promise<() => Promise<void>> {
  const socket = findLockSocket(realpathSync(directory))
  try {
    if (await isListening(socket.address)) throw createInUseError(directory)
    const isStale = socket.file !== undefined && findInode(socket.file) !== undefined
    // Left by a process that was killed.
    if (isStale) unlinkSync(socket.file as string)
    const { server, clients } = await listenAt(socket.address, directory, answer)
    if (socket.file) await assertStillOwner(socket.file, directory, isStale)
    server.unref()
    return () =>
      new Promise((resolve) => {
        server.close(() => {
          socket.close()
          resolve()
        })
        for (const client of clients) client.destroy()
      })
  } catch (error) {
    socket.close()
    throw error
  }
}

/** No request of ours comes near. */
const MAX_REQUEST_CHARACTERS = 10_000

function answerClient(client: Socket, answer: AnswerRequest): void {
  let text = ''
  client.setEncoding('utf8')
  // A process that only looks whether the folder is held is gone at once.
  client.on('error', () => undefined)
  client.on('data', (piece: string) => {
    if (text.includes('\n') || text.length > MAX_REQUEST_CHARACTERS) return
    text += piece
    const end = text.indexOf('\n')
    if (end !== -1) void answer(text.slice(0, end)).then((reply) => client.end(`${reply}\n`))
  })
  client.on('end', () => text.includes('\n') || client.end())
}

async function listenAt(address: string, directory: string, answer: AnswerRequest): Promise<{ server: Server; clients: ReadonlySet<Socket> }> {
  const clients = new Set<Socket>()
  // A client that has said all may still wait for the answer.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    client.unref()
    answerClient(client, answer)
  })
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw createInUseError(directory)
    throw new DataDirInUse(`The data folder ${directory} cannot be locked (${message}). Choose a folder on a disk of this machine.`)
  }
  return { server, clients }
}

/** Of two that found the same dead socket, the one whose socket was removed by the other gives way. */
async function assertStillOwner(file: string, directory: string, wasStale: boolean): Promise<void> {
  const inode = findInode(file)
  if (wasStale) await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS))
  if (inode === undefined || findInode(file) !== inode) throw createInUseError(directory)
}

/** What the process that holds the folder answers to a line; undefined when no live process holds it, or when it ends before it has answered. */
export async function askHolder(directory: string, request: string): Promise<string | undefined> {
  if (!existsSync(directory)) return undefined
  const socket = findLockSocket(realpathSync(directory))
  try {
    return await new Promise((resolve) => {
      let text = ''
      const client = connect(socket.address)
      client.setEncoding('utf8')
      client.once('connect', () => client.end(`${request}\n`))
      client.on('data', (piece: string) => {
        text += piece
      })
      client.once('error', () => resolve(undefined))
      client.once('close', () => resolve(text.endsWith('\n') ? text.slice(0, -1) : undefined))
    })
  } finally {
    socket.close()
  }
}

/** Whether a socket lies in the folder that no process holds any more: what a killed one left. */
export async function hasStaleLock(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return false
  const socket = findLockSocket(realpathSync(directory))
  try {
    return socket.file !== undefined && findInode(socket.file) !== undefined && !(await isListening(socket.address))
  } finally {
    socket.close()
  }
}

const findInode = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

const isListening = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect(address)
    client.once('connect', () => (client.destroy(), resolve(true)))
    client.once('error', () => resolve(false))
  })
