/** Texts of the lists of receipts and credit notes. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    of: {
      RECEIPT: {
        list: 'Receipts',
        what: { one: 'receipt', many: 'receipts' },
        row: (number: number, amount: string) => `Receipt ${number}: ${amount}`,
        open: (number: number) => `Open receipt ${number}`,
        asPdf: (number: number) => `Receipt ${number} as PDF`,
        none: 'No receipts yet',
        noneHint: 'Each payment gets the next receipt number.',
      },
      CREDIT_NOTE: {
        list: 'Credit notes',
        what: { one: 'credit note', many: 'credit notes' },
        row: (number: number, amount: string) => `Credit note ${number}: ${amount}`,
        open: (number: number) => `Open credit note ${number}`,
        asPdf: (number: number) => `Credit note ${number} as PDF`,
        none: 'No credit notes yet',
        noneHint: 'Each refund gets the next credit note number.',
      },
    },
    open: 'Open',
    type: 'Document type',
    noGaps: (last: number) => `Numbers 1 to ${last}, no gaps.`,
    gaps: (missing: number, last: number) => (missing === 1 ? `1 number up to ${last} is missing.` : `${missing} numbers up to ${last} are missing.`),
  },
  {
    de: {
      of: {
        RECEIPT: {
          list: 'Belege',
          what: { one: 'Beleg', many: 'Belege' },
          row: (number, amount) => `Beleg ${number}: ${amount}`,
          open: (number) => `Beleg ${number} öffnen`,
          asPdf: (number) => `Beleg ${number} als PDF`,
          none: 'Noch keine Belege',
          noneHint: 'Jede Zahlung bekommt die nächste Belegnummer.',
        },
        CREDIT_NOTE: {
          list: 'Gutschriften',
          what: { one: 'Gutschrift', many: 'Gutschriften' },
          row: (number, amount) => `Gutschrift ${number}: ${amount}`,
          open: (number) => `Gutschrift ${number} öffnen`,
          asPdf: (number) => `Gutschrift ${number} als PDF`,
          none: 'Noch keine Gutschriften',
          noneHint: 'Jede Erstattung bekommt die nächste Gutschriftnummer.',
        },
      },
      open: 'Öffnen',
      type: 'Art des Dokuments',
      noGaps: (last) => `Nummern 1 bis ${last}, lückenlos.`,
      gaps: (missing, last) => (missing === 1 ? `1 Nummer bis ${last} fehlt.` : `${missing} Nummern bis ${last} fehlen.`),
    },
  },
)
