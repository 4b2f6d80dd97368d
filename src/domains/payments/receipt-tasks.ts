/** A receipt as PDF. Runs in a thread of its own (`receipt-worker.ts`). */
import PDFDocument from 'pdfkit'
import type { ReceiptDocument } from './hooks.ts'
import { toPrintable } from './rules/printable.ts'

/** A receipt with its labels in the language of its reader. */
export interface PrintedReceipt extends Omit<ReceiptDocument, 'refunds'> {
  refunds: readonly { label: string; amount: string }[]
  totalLabel: string
}

/** One page of A4 in memory. */
async function renderPdf(doc: PrintedReceipt): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 56, info: { Title: doc.title, Author: doc.business.name } })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const { left, right } = pdf.page.margins
  const width = pdf.page.width - left - right
  const text = (line: string, bold = false, size = 11) =>
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(toPrintable(line), left, undefined, { width })
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
  row(doc.totalLabel, doc.total, true)
  for (const refund of doc.refunds) row(refund.label, `-${refund.amount}`)
  pdf.moveDown()
  if (doc.paidWith) text(doc.paidWith)
  pdf.end()
  return done
}

export const receiptTasks = { renderPdf }
