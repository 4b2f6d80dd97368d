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

/** `partBytes`, `retries` are for tests. */
export function openBucket({ url, keyId, secret, region }: BucketSettings, { partBytes = PART_BYTES, retries = 5 } = {}): Bucket {
  const { origin, pathname } = new URL(url)
  const [bucket = '', ...below] = pathname.slice(1).split('/')
  const prefix = below.map((step) => `${step}/`).join('')
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', retries, ...(region !== undefined && { region }) })

  async function call(path: string, { method = 'GET', query = {}, body }: Call): Promise<Response> {
    const address = new URL(`${origin}/${path}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const reply = await client
      .fetch(address, {
        method,
        signal: AbortSignal.timeout(CALL_MS),
        redirect: 'error',
        ...(bytes && { body: bytes, headers: { 'content-md5': toMd5(bytes) } }),
      })
      .catch((error: Error) => {
        throw new BucketRefused(`${origin} does not answer (${((error.cause as Error | undefined) ?? error).message}).`)
      })
    if (!reply.ok)
      throw new BucketRefused(`${origin} refuses ${method} ${path} (${reply.status} ${readTag(await reply.text(), 'Code') ?? ''}).`.replace(' )', ')'))
    return reply
  }
  const toKey = (name: string): string => `${bucket}/${prefix}${name}`

  async function putParts(handle: FileHandle, size: number, key: string): Promise<void> {
    const uploadId = readTag(await (await call(key, { method: 'POST', query: { uploads: '' } })).text(), 'UploadId') ?? ''
    try {
      const each = Math.max(partBytes, Math.ceil(size / MOST_PARTS))
      const parts: string[] = []
      for (let at = 0; at < size; at += each) {
        const body = await readAt(handle, at, Math.min(each, size - at))
        const reply = await call(key, { method: 'PUT', query: { partNumber: String(parts.length + 1), uploadId }, body })
        parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${reply.headers.get('etag') ?? ''}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const ended = await (await call(key, { method: 'POST', query: { uploadId }, body })).text()
      // An answer of 200 may still carry a failure.
      if (readTag(ended, 'ETag') === undefined)
        throw new BucketRefused(`${origin} did not put ${key} together (${readTag(ended, 'Code') ?? 'no reason given'}).`)
    } catch (error) {
      await call(key, { method: 'DELETE', query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  return {
    url,
    async list() {
      const names: string[] = []
      for (let token: string | undefined, page = 0; page === 0 || token !== undefined; page++) {
        const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
        const xml = await (await call(bucket, { query })).text()
        names.push(...readTags(xml, 'Key').map((key) => key.slice(prefix.length)))
        token = readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : undefined
      }
      return names
    },
    async put(file, name) {
      const handle = await open(file)
      try {
        const { size } = await handle.stat()
        if (size <= partBytes) await call(toKey(name), { method: 'PUT', body: await readAt(handle, 0, size) })
        else await putParts(handle, size, toKey(name))
        const arrived = Number((await call(toKey(name), { method: 'HEAD' })).headers.get('content-length'))
        if (arrived === size) return
        await call(toKey(name), { method: 'DELETE' })
        throw new BucketRefused(`${origin} has ${arrived} of ${size} bytes of ${name}.`)
      } finally {
        await handle.close()
      }
    },
    async get(name, file) {
      const { body } = await call(toKey(name), {})
      await pipeline(body ? Readable.fromWeb(body as import('node:stream/web').ReadableStream) : Readable.from([]), createWriteStream(file, { mode: 0o600 }))
    },
    async remove(name) {
      await call(toKey(name), { method: 'DELETE' })
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
