import type { Readable } from 'node:stream'

/** An answer that is not JSON pruned to a schema: a page, a redirect, a file. Only for operations marked `raw`. */
export interface RawReply {
  status: number
  headers: Record<string, string | string[]>
  body: string | Uint8Array
}
/** The same for a file that is too large to be held. */
export interface StreamedReply extends Omit<RawReply, 'body'> {
  body: Readable
}
export const htmlReply = (status: number, body: string, headers: Record<string, string | string[]> = {}): RawReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
})
export const redirectReply = (location: string, headers: Record<string, string | string[]> = {}): RawReply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', ...headers },
  body: '',
})
export const jsonReply = (status: number, body: unknown, headers: Record<string, string | string[]> = {}): RawReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})
/** A file that the browser saves under the name. */
export const fileReply = <Body extends string | Uint8Array | Readable>(name: string, contentType: string, body: Body) => ({
  status: 200,
  headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
  body,
})
