/**
 * A bucket of an S3-compatible storage: finished backups are copied there, and fetched from there. Addresses are written path-style
 * (`https://host/bucket/prefix`), which every provider takes. Source: decision 0032.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'

export interface BucketSettings {
  /** Address of the bucket, with a prefix when it is shared; without a slash at its end. */
  url: string
  keyId: string
  secret: string
  /** Undefined: read from the address where it tells, else `us-east-1`. */
  region: string | undefined
}

/** What the storage answered, or that it did not; the message is one sentence for the operator. */
export class BucketRefused extends Error {
  override name = 'BucketRefused'
}

export interface Bucket {
  url: string
  /** Names below the prefix. */
  list(): Promise<string[]>
  /** Copies a file, and compares what arrived. Nothing of that name is there when it throws BucketRefused. */
  put(file: string, name: string): Promise<void>
  /** Throws BucketRefused when there is none of that name. */
  get(name: string, file: string): Promise<void>
  remove(name: string): Promise<void>
}

const PART_BYTES = 16 * 1024 * 1024
const MOST_PARTS = 9000
const CALL_MS = 300_000

const readTag = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
const readTags = (xml: string, tag: string): string[] => [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text as string)
const toMd5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64')

interface Call {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  query?: Record<string, string>
  body?: Buffer<ArrayBuffer> | string
}

/** Calls of one storage, signed. Throws BucketRefused for what it refuses, and when it does not answer. */
class StorageCalls {
  readonly origin: string
  readonly #client: AwsClient

  constructor({ url, keyId, secret, region }: BucketSettings, retries: number) {
    this.origin = new URL(url).origin
    this.#client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', retries, ...(region !== undefined && { region }) })
  }

  async send(path: string, { method = 'GET', query = {}, body }: Call): Promise<Response> {
    const address = new URL(`${this.origin}/${path}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const init = {
      method,
      signal: AbortSignal.timeout(CALL_MS),
      redirect: 'error' as const,
      ...(bytes && { body: bytes, headers: { 'content-md5': toMd5(bytes) } }),
    }
    const reply = await this.#client.fetch(address, init).catch((error: Error) => {
      throw new BucketRefused(`${this.origin} does not answer (${((error.cause as Error | undefined) ?? error).message}).`)
    })
    if (reply.ok) return reply
    const reason = [reply.status, readTag(await reply.text(), 'Code')].filter((part) => part !== undefined).join(' ')
    throw new BucketRefused(`${this.origin} refuses ${method} ${path} (${reason}).`)
  }
}

/** Sends a large file in parts, and lets the storage forget them when one does not arrive. */
async function putParts(calls: StorageCalls, handle: FileHandle, { size, key, partBytes }: { size: number; key: string; partBytes: number }): Promise<void> {
  const uploadId = readTag(await (await calls.send(key, { method: 'POST', query: { uploads: '' } })).text(), 'UploadId') ?? ''
  try {
    const each = Math.max(partBytes, Math.ceil(size / MOST_PARTS))
    const parts: string[] = []
    for (let at = 0; at < size; at += each) {
      const body = await readAt(handle, at, Math.min(each, size - at))
      const reply = await calls.send(key, { method: 'PUT', query: { partNumber: String(parts.length + 1), uploadId }, body })
      parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${reply.headers.get('etag') ?? ''}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const ended = await (await calls.send(key, { method: 'POST', query: { uploadId }, body })).text()
    // An answer of 200 may still carry a failure.
    if (readTag(ended, 'ETag') === undefined)
      throw new BucketRefused(`${calls.origin} did not put ${key} together (${readTag(ended, 'Code') ?? 'no reason given'}).`)
  } catch (error) {
    // What went wrong is told already; parts that stay are removed by a rule of the bucket.
    await calls.send(key, { method: 'DELETE', query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function putFile(calls: StorageCalls, file: string, key: string, partBytes: number): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size <= partBytes) await calls.send(key, { method: 'PUT', body: await readAt(handle, 0, size) })
    else await putParts(calls, handle, { size, key, partBytes })
    const arrived = Number((await calls.send(key, { method: 'HEAD' })).headers.get('content-length'))
    if (arrived === size) return
    await calls.send(key, { method: 'DELETE' })
    throw new BucketRefused(`${calls.origin} has ${arrived} of ${size} bytes of ${key}.`)
  } finally {
    await handle.close()
  }
}

async function listNames(calls: StorageCalls, bucket: string, prefix: string): Promise<string[]> {
  const names: string[] = []
  for (let token: string | undefined, page = 0; page === 0 || token !== undefined; page++) {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
    const xml = await (await calls.send(bucket, { query })).text()
    names.push(...readTags(xml, 'Key').map((key) => key.slice(prefix.length)))
    token = readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : undefined
  }
  return names
}

/** `partBytes`, `retries` are for tests. */
export function openBucket(settings: BucketSettings, { partBytes = PART_BYTES, retries = 5 } = {}): Bucket {
  const [bucket = '', ...below] = new URL(settings.url).pathname.slice(1).split('/')
  const prefix = below.map((step) => `${step}/`).join('')
  const calls = new StorageCalls(settings, retries)
  const toKey = (name: string): string => `${bucket}/${prefix}${name}`
  return {
    url: settings.url,
    list: () => listNames(calls, bucket, prefix),
    put: (file, name) => putFile(calls, file, toKey(name), partBytes),
    async get(name, file) {
      const { body } = await calls.send(toKey(name), {})
      await pipeline(body ? Readable.fromWeb(body as import('node:stream/web').ReadableStream) : Readable.from([]), createWriteStream(file, { mode: 0o600 }))
    },
    async remove(name) {
      await calls.send(toKey(name), { method: 'DELETE' })
    },
  }
}

async function readAt(handle: FileHandle, at: number, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, at + done)
    if (bytesRead === 0) throw new Error('the file became shorter')
    done += bytesRead
  }
  return buffer
}
