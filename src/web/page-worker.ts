/**
 * Renders pages in a thread of its own (`kit/http/page-worker.ts` starts it): the first ones take as long as a dozen requests, and no request waits for them.
 */
import { parentPort } from 'node:worker_threads'
import { renderPage } from './render-page.tsx'
import type { ServedPage } from './served-page.ts'

/** A page to render, or the reply to a call of one, as JSON; absent for what was refused. */
type Order = { id: number; page: Omit<ServedPage, 'ask'> & { url: string } } | { id: number; call: number; reply?: string }

let calls = 0
const waiting = new Map<number, (reply: string | undefined) => void>()

/** Asks the server in the name of a visitor. */
const createAsk = (id: number) => async (method: string, url: string, body: unknown) => {
  calls += 1
  const call = calls
  const reply = await new Promise<string | undefined>((resolve) => {
    waiting.set(call, resolve)
    parentPort?.postMessage({ id, call, ask: { method, url, body } })
  })
  if (reply === undefined) throw new Error(`${method} ${url} was refused.`)
  return JSON.parse(reply) as unknown
}

async function render(id: number, page: Omit<ServedPage, 'ask'> & { url: string }): Promise<void> {
  try {
    const { queries, ...rendered } = await renderPage({ ...page, ask: createAsk(id) })
    const data = JSON.stringify({ language: page.language, now: page.now, queries })
    parentPort?.postMessage({ id, rendered: { ...rendered, data } })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

parentPort?.on('message', (order: Order) => {
  if ('page' in order) return void render(order.id, order.page)
  waiting.get(order.call)?.(order.reply)
  waiting.delete(order.call)
})
