/** A receipt as a page to print and as PDF. */
import { type Language, translate, matchLanguage } from '#kit/pure/languages.ts'
import { startThread } from '#kit/workers/start-worker.ts'
import { toWorkerFile } from '#kit/workers/worker-file.ts'
import { WorkerPool } from '#kit/workers/worker-pool.ts'
import type { ReceiptDocument } from './hooks.ts'
import type { receiptTasks } from './receipt-tasks.ts'

const pool = new WorkerPool<typeof receiptTasks>({
  file: toWorkerFile('receipt-worker', import.meta.url),
  start: startThread,
  size: 1,
  memoryMb: 128,
  maxWaiting: 200,
  deadlineMs: 60_000,
  idleMs: 60_000,
})

const messages = {
  total: { message: 'Total', de: 'Summe', fr: 'Total', es: 'Total' },
  file: { message: 'Download as PDF', de: 'Als PDF herunterladen', fr: 'Télécharger en PDF', es: 'Descargar en PDF' },
  refunded: { message: 'Refunded on {date}', de: 'Erstattet am {date}', fr: 'Remboursé le {date}', es: 'Reembolsado el {date}' },
  creditNote: { message: ' (credit note {number})', de: ' (Gutschrift {number})', fr: ' (avoir {number})', es: ' (nota de crédito {number})' },
}
const refundLabel = (refund: ReceiptDocument['refunds'][number], language: Language): string =>
  translate(messages.refunded, language, refund) + (refund.number === undefined ? '' : translate(messages.creditNote, language, refund))

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** A plain page that prints well; it loads nothing. `pdf`: where the same is found as a file. */
export function renderReceiptPage(doc: ReceiptDocument, links: { pdf?: string } = {}): string {
  const row = (label: string, amount: string, bold = false) =>
    `<tr${bold ? ' class="total"' : ''}><td>${escape(label)}</td><td class="amount">${escape(amount)}</td></tr>`
  const language = matchLanguage(doc.language) ?? 'en'
  return `<!doctype html><html lang="${doc.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(doc.title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;color:#26302c;max-width:42rem;margin:3rem auto;padding:0 1.25rem}h1{font-size:1.6rem;margin:0 0 1.5rem}
table{width:100%;border-collapse:collapse;margin:1.5rem 0}td{padding:.5rem 0;border-bottom:1px solid #d9d6cf}.amount{padding-left:1rem;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.total td{font-weight:700;border-bottom:2px solid #26302c}.sides{display:flex;gap:2rem;justify-content:space-between;flex-wrap:wrap}p{margin:0}.soft{color:#5b635f}.file{margin-top:1.5rem}a{color:inherit}@media print{.file{display:none}}</style></head><body><main>
<h1>${escape(doc.title)}</h1><div class="sides"><div><p><strong>${escape(doc.business.name)}</strong></p>${doc.business.lines.map((one) => `<p>${escape(one)}</p>`).join('')}</div>
<div><p><strong>${escape(doc.buyer.name)}</strong></p><p>${escape(doc.buyer.email)}</p><p class="soft">${escape(doc.date)}</p></div></div>
<table>${doc.lines.map((one) => row(one.label, one.amount)).join('')}${row(translate(messages.total, language), doc.total, true)}${doc.refunds
    .map((refund) => row(refundLabel(refund, language), `−${refund.amount}`))
    .join('')}</table>
${doc.period ? `<p class="soft">${escape(doc.period)}</p>` : ''}${doc.paidWith ? `<p class="soft">${escape(doc.paidWith)}</p>` : ''}${links.pdf ? `<p class="file"><a href="${escape(links.pdf)}">${escape(translate(messages.file, language))}</a></p>` : ''}</main></body></html>`
}

/** One page of A4. Made in a thread of its own: the library takes longer than the event loop may rest. Refuses with UNAVAILABLE when too many wait. */
export function renderReceiptPdf(doc: ReceiptDocument): Promise<Uint8Array> {
  const language = matchLanguage(doc.language) ?? 'en'
  const refunds = doc.refunds.map((refund) => ({ label: refundLabel(refund, language), amount: refund.amount }))
  return pool.run('renderPdf', { ...doc, refunds, totalLabel: translate(messages.total, language) })
}
