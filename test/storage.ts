/**
 * Stands in for an S3-compatible storage: keeps files in memory, and refuses what is not signed as it should be. The signature is computed here a second
 * time, from the description of its version 4 and without the client.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketSettings } from '#kit/db/backup/bucket.ts'

const [KEY_ID, SECRET, REGION] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', 'eu-test-1']
const PAGE = 2
const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex')
const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest()

/** The signature that a request should carry. */
function sign({ method = '', headers }: IncomingMessage, url: URL): string {
  const [, date = '', names = ''] = /Credential=[^/]+\/(\d{8})\/.*SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, signed.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${date}/${REGION}/s3/aws4_request`
  const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, date))
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')).toString('hex')
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

interface Reply {
  status: number
  body?: Buffer | string
  headers?: Record<string, string | number>
}
const refuse = (status: number, code: string): Reply => ({ status, body: `<Error><Code>${code}</Code></Error>` })

/** A bucket `backups`, and settings that lead below the prefix `studio`. `replies` come first, in their order: what goes wrong. */
export async function startStorage() {
  const files = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const replies: (Reply | undefined)[] = []
  const calls: string[] = []

  function list(query: URLSearchParams): Reply {
    const names = [...files.keys()]
      .map((name) => name.slice('backups/'.length))
      .filter((name) => name.startsWith(query.get('prefix') ?? ''))
      .toSorted()
    const from = Number(query.get('continuation-token') ?? '0')
    const rest = names.length > from + PAGE
    const keys = names.slice(from, from + PAGE).map((name) => `<Contents><Key>${name}</Key></Contents>`)
    const next = rest ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    return { status: 200, body: `<ListBucketResult><IsTruncated>${rest}</IsTruncated>${next}${keys.join('')}</ListBucketResult>` }
  }

  function upload(method: string, name: string, query: URLSearchParams, body: Buffer): Reply {
    const id = query.get('uploadId') ?? randomUUID()
    if (query.has('uploads')) {
      uploads.set(id, new Map())
      return { status: 200, body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` }
    }
    const parts = uploads.get(id)
    if (!parts) return refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const tags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
    const whole = tags.map(([, number, tag]) => ({ part: parts.get(Number(number)), tag }))
    if (whole.length === 0 || whole.some(({ part, tag }) => !part || createHash('md5').update(part).digest('hex') !== tag)) return refuse(400, 'InvalidPart')
    files.set(name, Buffer.concat(whole.map(({ part }) => part as Buffer)))
    return { status: 200, body: '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>' }
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://storage')
    calls.push(`${method} ${url.pathname}${url.search.replace(/=[^&]*/g, '')}`)
    const body = await readBody(request)
    if (!headers.authorization?.includes(`Credential=${KEY_ID}/`)) return refuse(403, 'InvalidAccessKeyId')
    if (!headers.authorization.endsWith(`Signature=${sign(request, url)}`)) return refuse(403, 'SignatureDoesNotMatch')
    if (body.length > 0 && headers['content-md5'] !== createHash('md5').update(body).digest('base64')) return refuse(400, 'BadDigest')
    const prepared = replies.shift()
    if (prepared) return prepared
    const name = decodeURIComponent(url.pathname.slice(1))
    if (name === 'backups') return list(url.searchParams)
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return upload(method, name, url.searchParams, body)
    if (method === 'PUT') return files.set(name, body), { status: 200 }
    if (method === 'DELETE') return files.delete(name), { status: 204 }
    const file = files.get(name)
    if (!file) return refuse(404, 'NoSuchKey')
    return { status: 200, body: method === 'HEAD' ? '' : file, headers: { 'content-length': file.length } }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body = '', headers }) => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const settings: BucketSettings = { url: `http://127.0.0.1:${port}/backups/studio`, keyId: KEY_ID, secret: SECRET, region: REGION }
  return {
    files,
    uploads,
    replies,
    calls,
    settings,
    /** The same as environment variables. */
    env: { BACKUP_S3_URL: settings.url, BACKUP_S3_KEY_ID: KEY_ID, BACKUP_S3_SECRET: SECRET, BACKUP_S3_REGION: REGION },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
