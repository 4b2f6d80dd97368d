/** Pages in the smallest form that a browser can read. What answers no route of its own is not reached by the plugin that compresses the rest. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressors: Readonly<Record<'br' | 'gzip', (body: string) => Promise<Buffer>>> = {
  // A page is made for each request: a higher quality takes ten times as long for a tenth of the bytes.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: (body) => promisify(gzip)(body),
}
export type PageEncoding = keyof typeof compressors

/** The better of the encodings that an `accept-encoding` header names without refusing it (`q=0`); undefined for none. */
export function findPageEncoding(accepted = ''): PageEncoding | undefined {
  const offers = accepted.split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const isAccepted = (name: string) => offers.some(([coding, ...more]) => coding === name && !more.some((one) => /^q=0(?:\.0*)?$/.test(one)))
  return (['br', 'gzip'] as const).find(isAccepted)
}

/** Bytes below which a smaller form is not worth its header. */
const THRESHOLD = 2048

/** The body and the encoding in which it is; as it is when it is small or nothing is accepted. */
export async function compressPage(body: string, accepted: string | undefined): Promise<{ body: string | Buffer; encoding?: PageEncoding }> {
  const encoding = body.length < THRESHOLD ? undefined : findPageEncoding(accepted)
  return encoding ? { body: await compressors[encoding](body), encoding } : { body }
}
