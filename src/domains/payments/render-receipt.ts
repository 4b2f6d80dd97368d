/** A receipt as a page to print and as PDF. */
import { type Language, translate, matchLanguage } from '#kit/pure/languages.ts'
import type { ReceiptDocument } from './hooks.ts'
import { toPrintable } from './rules/printable.ts'

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

/** One page of A4 in memory. */
export async function renderReceiptPdf(doc: ReceiptDocument): Promise<Uint8Array> {
  const language = matchLanguage(doc.language) ?? 'en'
  // Few calls need it, and it takes long to load.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({ size: 'A4', margin: 56, info: { Title: doc.title, Author: doc.business.name } })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right
  const text = (messages: string, bold = false, size = 11) =>
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(toPrintable(messages), left, undefined, { width })
  text(doc.title, true, 22).moveDown()
  text(doc.business.name, true)
  for (const one of doc.business.lines) text(one)
  pdf.moveDown()
  text(doc.buyer.name, true)
  text(doc.buyer.email)
  pdf.moveDown()
  text(doc.date)
  if (doc.period) text(doc.period)
  pdf.moveDown()
  const row = (label: string, amount: string, bold = false) => {
    const y = pdf.y
    pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(11)
    pdf.text(toPrintable(label), left, y, { width: width - 120 })
    const below = pdf.y
    pdf.text(toPrintable(amount), left + width - 120, y, { width: 120, align: 'right' })
    pdf.y = Math.max(below, pdf.y) + 6
    pdf.x = left
  }
  for (const one of doc.lines) row(one.label, one.amount)
  row(translate(messages.total, language), doc.total, true)
  for (const refund of doc.refunds) row(refundLabel(refund, language), `-${refund.amount}`)
  pdf.moveDown()
  if (doc.paidWith) text(doc.paidWith)
  pdf.end()
  return done
}
