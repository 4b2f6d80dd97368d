import { Button, MultiSelect, Select } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import type { SearchOf } from '../../search-params.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { ColumnsButton } from '../parts/columns-button.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { useMemberNames } from '../parts/people.ts'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useShownColumns } from '../parts/use-columns.ts'
import { useSearchState } from '../parts/search-state.ts'
import { orderState, paymentState } from '../parts/format.ts'
import { plansSearch } from '../search-params.ts'
import { isLive, useOrderActions } from './order-actions.tsx'
import { OrderPanel } from './order-panel.tsx'
import { SellPlan } from '../parts/sell-plan.tsx'
import { planMessages } from './plans.messages.ts'
import { PAYMENT, type SubscriptionColumn, subscriptionColumns } from './subscription-columns.ts'
import { messages } from './subscriptions.messages.ts'

const size = 25
const { states: stateLabels, payments: paymentLabels } = currentMessages(messages)
const toOptions = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const states = toOptions(stateLabels)
const payments = toOptions(paymentLabels)
const parseList = (text: string | undefined, known: { value: string }[]) => (text ?? '').split('.').filter((one) => known.some(({ value }) => value === one))

interface Filter {
  orderStatuses: string[]
  paymentStatuses: string[]
  planIds?: string[]
  buyerIds?: string[]
  autoRenewCanceled?: boolean
  sorting: { fieldName: string; order: string }
}
const toFilter = (url: SearchOf<typeof plansSearch>): Filter => ({
  orderStatuses: parseList(url.state, states),
  paymentStatuses: parseList(url.paid, payments),
  ...(url.plan ? { planIds: [url.plan] } : {}),
  ...(url.person ? { buyerIds: [url.person] } : {}),
  ...(url.renews ? { autoRenewCanceled: url.renews === 'no' } : {}),
  sorting: url.sort === 'end' ? { fieldName: 'endDate', order: 'ASC' } : { fieldName: 'createdDate', order: 'DESC' },
})
const clearedFilters = { state: undefined, paid: undefined, renews: undefined, plan: undefined, person: undefined }

/** Subscriptions of all members, and their actions. */
export function Subscriptions() {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const [url, setUrl] = useSearchState(plansSearch)
  const page = url.page ?? 1
  const filter = toFilter(url)
  const found = useApiQuery('orders.managementListOrders', { query: { limit: size, offset: (page - 1) * size, ...filter } }, keepPrevious)
  const getName = useMemberNames(found.data?.orders.map(({ buyer }) => buyer.memberId))
  const actions = useOrderActions(getName)
  const columns = useShownColumns('subscriptions', subscriptionColumns)
  const filtered = Boolean(url.state || url.paid || url.renews || url.plan || url.person)
  return (
    <>
      <SubscriptionFilters filter={filter} />
      <QueryView query={found}>
        {(data) => {
          if (data.orders.length === 0)
            return filtered || page > 1 ? (
              <NoResults what={t.what} onClear={() => setUrl({ ...clearedFilters, page: undefined })} />
            ) : (
              <EmptyState
                icon={<IconId size={26} />}
                title={t.none}
                action={
                  <Allowed operation="orders.createOfflineOrder">
                    <Button onClick={() => setUrl({ edit: 'order' })}>{words.sellPlan}</Button>
                  </Allowed>
                }
              >
                {t.noneHint}
              </EmptyState>
            )
          const total = data.pagingMetadata.total
          return (
            <>
              <List label={words.subscriptions}>
                {data.orders.map((order) => (
                  <SubscriptionRow
                    key={order.id}
                    order={order}
                    name={getName(order.buyer.memberId)}
                    columns={columns}
                    onOpen={() => setUrl({ open: order.id }, { push: true })}
                    onMarkPaid={() => actions.markPaid(order)}
                  />
                ))}
              </List>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what={t.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </QueryView>
      <OrderPanel id={url.open} onClose={() => setUrl({ open: undefined })} />
      <SellPlan open={url.edit === 'order'} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

function SubscriptionFilters({ filter }: { filter: Filter }) {
  const { sorting: _, ...exported } = filter
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const [url, setUrl] = useSearchState(plansSearch)
  const plans = useApiQuery('plans.listPlans', { query: { archived: 'ARCHIVED_AND_ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } })
  const choice = (value: string[], label: string, all: string) => ({ value, 'aria-label': label, placeholder: value.length > 0 ? '' : all })
  return (
    <Filters chosen={[url.state, url.paid, url.plan, url.renews].filter(Boolean).length}>
      <PersonFilter />
      <MultiSelect
        size="md"
        miw={150}
        clearable
        {...choice(filter.orderStatuses, words.status, t.anyStatus)}
        onChange={(state) => setUrl({ state: state.join('.') })}
        data={states}
      />
      <MultiSelect
        size="md"
        miw={150}
        clearable
        {...choice(filter.paymentStatuses, words.payment, t.anyPayment)}
        onChange={(paid) => setUrl({ paid: paid.join('.') })}
        data={payments}
      />
      <Select
        size="md"
        w={190}
        aria-label={words.plan}
        placeholder={t.anyPlan}
        clearable
        searchable
        value={url.plan ?? null}
        onChange={(plan) => setUrl({ plan: plan ?? undefined })}
        data={plans.data?.plans.map((plan) => ({ value: plan.id, label: plan.archived ? t.archivedPlan(plan.name) : plan.name })) ?? []}
      />
      <Select
        size="md"
        w={170}
        aria-label={t.renewal}
        placeholder={t.anyRenewal}
        clearable
        value={url.renews ?? null}
        onChange={(renews) => setUrl({ renews: renews ?? undefined })}
        data={[
          { value: 'yes', label: t.renews },
          { value: 'no', label: t.notRenewing },
        ]}
      />
      <Select
        size="md"
        w={170}
        aria-label={t.sort}
        allowDeselect={false}
        value={url.sort === 'end' ? 'end' : 'new'}
        onChange={(sort) => setUrl({ sort: sort === 'end' ? 'end' : undefined })}
        data={[
          { value: 'new', label: t.newest },
          { value: 'end', label: t.ending },
        ]}
      />
      <ColumnsButton screen="subscriptions" all={subscriptionColumns} />
      <ListExportButton file="subscriptions.csv" operation="orders.exportOrders" input={{ query: exported }} />
    </Filters>
  )
}

interface SubscriptionRowProps {
  order: Order
  name: string
  columns: readonly SubscriptionColumn[]
  onOpen: () => void
  onMarkPaid: () => void
}
function SubscriptionRow({ order, name, columns, onOpen, onMarkPaid }: SubscriptionRowProps) {
  const words = useMessages(planMessages)
  const site = useSite()
  const [word, tone] = orderState(order)
  const [paid, paidTone] = paymentState(order.lastPaymentStatus)
  const live = isLive(order)
  // Two columns may say the same of a plan that has not begun.
  const facts = [...new Set(columns.flatMap(({ key, value }) => (key === PAYMENT ? [] : value(order, site) || [])))]
  const showsPayment = live && columns.some(({ key }) => key === PAYMENT)
  return (
    <Row
      lead={<Avatar name={name} />}
      title={name}
      sub={facts.join(' · ')}
      facts={
        <>
          <StateTag tone={tone}>{word}</StateTag>
          {showsPayment && <StateTag tone={paidTone}>{paid}</StateTag>}
        </>
      }
      dim={!live}
      onOpen={onOpen}
      actions={
        live && order.type === 'OFFLINE' && order.lastPaymentStatus === 'UNPAID' ? (
          <Allowed operation="orders.markAsPaid">
            <Button h={44} size="sm" variant="light" onClick={onMarkPaid}>
              {words.markPaid}
            </Button>
          </Allowed>
        ) : undefined
      }
    />
  )
}
