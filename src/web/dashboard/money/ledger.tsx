import { Button, Text } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Section } from '../parts/page.tsx'
import { providerName } from '../parts/payment-labels.ts'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { Table } from '../parts/table.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'
import { SubjectLink } from './subject-link.tsx'
import { usePayerNames } from './payer-names.ts'
import { columnMessages } from './columns.messages.ts'
import { messages } from './ledger.messages.ts'

type Account = ReplyOf<'moneyLists.getBalances'>['accounts'][number]
const size = 25
function accountName(account: string): string {
  const t = currentMessages(messages)
  return account.startsWith('cash:') ? t.cash(providerName(account.slice(5))) : (t.accounts[account] ?? account)
}

const toMinorUnits = (text: string, currency: string): bigint => (text.startsWith('-') ? -toMinor(text.slice(1), currency) : toMinor(text, currency))
const sumColumn = (rows: Account[], column: 'opening' | 'in' | 'out' | 'closing', currency: string): string =>
  fromMinor(
    rows.reduce((sum, row) => sum + toMinorUnits(row[column], currency), 0n),
    currency,
  )

/** Accounts whose balances sum to zero; every balance opens the entries it is made of, every entry its order. */
export function Ledger() {
  const t = useMessages(messages)
  const site = useSite()
  const period = usePeriod()
  const [url, setUrl] = useSearchState(moneySearch)
  const balances = useApiQuery('moneyLists.getBalances', { query: period }, keepPrevious)
  return (
    <>
      <Filters>
        <PeriodFilter />
        <ListExportButton file="accounts.csv" operation="moneyExports.exportBalances" input={{ query: period }} />
      </Filters>
      <QueryView query={balances}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <EmptyState icon={<IconBook size={26} />} title={t.empty}>
              {t.emptyHint}
            </EmptyState>
          ) : (
            <>
              {[...new Set(accounts.map(({ currency }) => currency))].map((currency) => {
                const rows = accounts.filter((row) => row.currency === currency)
                const shown = (value: string) => formatPrice({ value, currency }, site) || formatPrice({ value: '0', currency }, site)
                return (
                  <Section key={currency} title={t.accountsIn(currency)} about={t.accountsAbout}>
                    <Table
                      caption={t.accountsIn(currency)}
                      columns={[
                        { title: t.account },
                        { title: t.opening, figure: true },
                        { title: t.in, figure: true },
                        { title: t.out, figure: true },
                        { title: t.closing, figure: true },
                      ]}
                      rows={rows.map((row) => ({
                        key: row.account,
                        cells: [
                          <button
                            key="account"
                            type="button"
                            aria-pressed={url.account === row.account}
                            onClick={() => setUrl({ account: row.account, order: undefined })}
                          >
                            {accountName(row.account)}
                          </button>,
                          shown(row.opening),
                          shown(row.in),
                          shown(row.out),
                          shown(row.closing),
                        ],
                      }))}
                      foot={[
                        t.total,
                        shown(sumColumn(rows, 'opening', currency)),
                        shown(sumColumn(rows, 'in', currency)),
                        shown(sumColumn(rows, 'out', currency)),
                        shown(sumColumn(rows, 'closing', currency)),
                      ]}
                    />
                  </Section>
                )
              })}
              <LedgerEntries />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function LedgerEntries() {
  const t = useMessages(messages)
  const columns = useMessages(columnMessages)
  const site = useSite()
  const period = usePeriod()
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const filter = { ...period, ...(url.account ? { account: url.account } : {}), ...(url.order ? { orderId: url.order } : {}) }
  const found = useApiQuery('moneyLists.listLedgerEntries', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const payerName = usePayerNames(found.data?.moves)
  const isFiltered = url.account || url.order
  return (
    <Section
      title={url.account ? t.entriesFor(accountName(url.account)) : url.order ? t.entriesForOrder : t.allEntries}
      about={t.entriesAbout}
      action={
        <>
          {isFiltered && (
            <Button variant="subtle" onClick={() => setUrl({ account: undefined, order: undefined })}>
              {t.showAll}
            </Button>
          )}
          <ListExportButton file="entries.csv" operation="moneyExports.exportLedgerEntries" input={{ query: filter }} />
        </>
      }
    >
      <QueryView query={found}>
        {({ moves, total }) =>
          moves.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <>
              <Table
                caption={t.caption}
                columns={[
                  { title: columns.date },
                  { title: columns.from },
                  { title: columns.to },
                  { title: columns.amount, figure: true },
                  { title: columns.receipt, figure: true },
                  { title: columns.for },
                ]}
                rows={moves.map((move) => ({
                  key: move.id,
                  cells: [
                    formatInstant(move.at, site),
                    accountName(move.from),
                    accountName(move.to),
                    formatPrice({ value: move.amount, currency: move.currency }, site),
                    move.receiptNumber ? t.number(move.receiptNumber) : '',
                    <SubjectLink key="thing" subject={move}>{`${move.title}, ${payerName(move)}`}</SubjectLink>,
                  ],
                }))}
              />
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what={t.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}
