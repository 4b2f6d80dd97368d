/** The file of a list, as the server writes it: saved when it came whole, never a part of it. */
import { call, readError } from '#web/api.ts'
import { authHeaders } from '#web/auth.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { resolveOperation } from '#web/operation-url.ts'
import type { InputOf, OperationName } from '#web/operations.ts'
import { createRowCounter } from './csv-rows.ts'

export type ExportOperation = Extract<OperationName, `${string}.export${string}`>

const text = currentMessages(
  defineDashboardMessages(
    { brokeOff: 'The export broke off, so no file was saved. Please try again.' },
    { de: { brokeOff: 'Der Export ist abgebrochen, es wurde keine Datei gespeichert. Bitte versuche es erneut.' } },
  ),
)

interface DownloadInput<N extends ExportOperation> {
  file: string
  operation: N
  input: InputOf<N>
  onProgress: (rows: number) => void
}

/** Answers the number of rows without the head. Throws an `ApiError` when the server refuses, an error with a sentence for people when the file breaks off. */
export async function downloadList<N extends ExportOperation>({ file, operation, input, onProgress }: DownloadInput<N>): Promise<number> {
  // Asks for the password where it is due, as the file itself cannot.
  await call('collaborators.beginExport', {})
  const target = resolveOperation(operation, input)
  if (!target) throw new Error(text.brokeOff)
  const { body } = input as { body?: unknown }
  const request: RequestInit = {
    method: target.method,
    headers: { 'accept-language': pageLanguage(), ...(body !== undefined && { 'content-type': 'application/json' }), ...(await authHeaders()) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  try {
    const response = await fetch(target.url, request)
    if (!response.ok) throw await readError(response.status, await response.json(), response.headers.get('x-wix-request-id') ?? '')
    const { chunks, rows } = await readChunks(response, onProgress)
    downloadFile(new Blob(chunks, { type: 'text/csv;charset=utf-8' }), file)
    return rows
  } catch (error) {
    // What `fetch` throws of a connection that ended is no sentence for people.
    throw error instanceof TypeError || error instanceof SyntaxError ? new Error(text.brokeOff, { cause: error }) : error
  }
}

async function readChunks(response: Response, onProgress: (rows: number) => void): Promise<{ chunks: Uint8Array<ArrayBuffer>[]; rows: number }> {
  const countRows = createRowCounter()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  let rows = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value)
    rows = Math.max(0, countRows(read.value) - 1)
    onProgress(rows)
  }
  return { chunks, rows }
}
