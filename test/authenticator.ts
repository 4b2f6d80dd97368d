/** A browser with one passkey, in software: what it sends is what real ones send. */
import { createHash, createPrivateKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const ORIGIN = 'http://localhost'
const b64 = (bytes: Buffer) => bytes.toString('base64url')
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
/** CBOR of the few shapes an authenticator sends. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24 ? Buffer.from([(major << 5) | n]) : n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>).entries()]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])])
}
/** A browser with one passkey. */
export function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const authData = (attested?: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha('localhost'), Buffer.from([attested ? 0x45 : 0x05]), count, attested ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, origin: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id: b64(id),
    create(challenge: string, origin = ORIGIN) {
      const key = cbor(
        new Map<unknown, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), id, key])
      const attestationObject = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(attested)],
        ]),
      )
      const response = {
        clientDataJSON: b64(clientData('webauthn.create', challenge, origin)),
        attestationObject: b64(attestationObject),
        transports: ['internal'],
      }
      return { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {}, response }
    },
    get(challenge: string, origin = ORIGIN) {
      const data = authData()
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha(client)]))
        .sign(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
      const response = { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) }
      return { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}
