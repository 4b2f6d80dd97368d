/** Answers to requests that are turned down before they are read: too long a header, no HTTP at all, a malformed path. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { LocalizedText } from '../pure/languages.ts'
import { standardRefusals } from '../api/refusal.ts'
import { corsHeaders } from './cors.ts'
import { unframed } from './framing.ts'

const clientErrors: Record<string, { status: number; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'INVALID_ARGUMENT', message: 'The address or the headers of the request are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'INVALID_ARGUMENT', message: 'The request took too long to arrive.' },
}
const badRequest = { status: 400, code: 'INVALID_ARGUMENT', message: 'The request cannot be read.' }

/** The wire form of a refusal; message and description are equal. */
export const toErrorBody = (code: string, message: string, data: Readonly<Record<string, unknown>> = {}) => ({
  message,
  details: { applicationError: { code, description: message, data } },
})

const errorsByStatus: Readonly<Record<number, { code: string; texts: Omit<LocalizedText, 'message'> }>> = {
  404: { code: 'NOT_FOUND', texts: standardRefusals.NOT_FOUND },
  413: {
    code: 'PAYLOAD_TOO_LARGE',
    texts: { de: 'Diese Anfrage ist zu groß.', fr: 'Cette requête est trop volumineuse.', es: 'Esta petición es demasiado grande.' },
  },
  415: {
    code: 'INVALID_ARGUMENT',
    texts: { de: 'Dieses Format wird nicht unterstützt.', fr: 'Ce format n’est pas pris en charge.', es: 'Este formato no se admite.' },
  },
  429: {
    code: 'RESOURCE_EXHAUSTED',
    texts: {
      de: 'Zu viele Anfragen. Bitte versuche es in einer Minute noch einmal.',
      fr: 'Trop de demandes. Réessayez dans une minute.',
      es: 'Demasiadas peticiones. Inténtalo de nuevo en un minuto.',
    },
  },
}
const invalidRequest = {
  code: 'INVALID_ARGUMENT',
  texts: { de: 'Diese Anfrage ist ungültig.', fr: 'Cette requête n’est pas valable.', es: 'Esta petición no es válida.' },
}

/** Code and message of an error outside of operations, by its HTTP status; the English is the framework's. */
export function describeHttpError(status: number, message: string): { code: string; localizedText: LocalizedText } {
  const { code, texts } = errorsByStatus[status] ?? invalidRequest
  return { code, localizedText: { ...texts, message } }
}

/** For Fastify's `clientErrorHandler`: there is no request yet, only a socket. */
export function replyToClientError(error: Error & { code?: string }, socket: Socket): void {
  // The connection is already closed.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const { status, code, message } = clientErrors[error.code ?? ''] ?? badRequest
  const body = JSON.stringify(toErrorBody(code, message))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-language': 'en',
    'content-length': String(Buffer.byteLength(body)),
    'x-wix-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    ...unframed,
    connection: 'close',
    ...corsHeaders('GET', '/'),
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
