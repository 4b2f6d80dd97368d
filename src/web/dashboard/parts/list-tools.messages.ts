/** Texts around lists. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    filters: 'Filters',
    filtersSet: (count: number) => `Filters (${count})`,
    days: { From: { label: 'From', name: 'From day' }, To: { label: 'To', name: 'To day' } },
    clearSearch: 'Clear search',
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (number: number) => `Page ${number}`,
    more: (count: string, what: string) => `More than ${count} ${what}`,
    onPage: (counted: string, page: number) => `${counted}, page ${page}`,
    onPageOf: (counted: string, page: number, pages: number) => `${counted}, page ${page} of ${pages}`,
    bulkActions: 'Bulk actions',
    selected: (counted: string) => `${counted} selected`,
    clear: 'Clear',
  },
  {
    de: {
      filters: 'Filter',
      filtersSet: (count) => `Filter (${count})`,
      days: { From: { label: 'Von', name: 'Von (Tag)' }, To: { label: 'Bis', name: 'Bis (Tag)' } },
      clearSearch: 'Suche leeren',
      pages: 'Seiten',
      previous: 'Zurück',
      next: 'Weiter',
      page: (number) => `Seite ${number}`,
      more: (count, what) => `Mehr als ${count} ${what}`,
      onPage: (counted, page) => `${counted}, Seite ${page}`,
      onPageOf: (counted, page, pages) => `${counted}, Seite ${page} von ${pages}`,
      bulkActions: 'Sammelaktionen',
      selected: (counted) => `${counted} ausgewählt`,
      clear: 'Auswahl aufheben',
    },
  },
)
