import { Button, Checkbox, Radio, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { call, useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { keep, said } from '../ask.ts'
import { useSite } from '../business.tsx'
import { instantOf, todayIn } from '../business-time.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Answered, Empty, Facts, FilteredEmpty, Filters, Initials, List, Pager, Row, SidePanel, State } from '../parts/frame.tsx'
import { PersonPicker } from '../parts/person-picker.tsx'
import { useUrl } from '../parts/url.ts'
import { OrderPayments } from '../parts/order-payments.tsx'
import { memberName, money, orderState, paymentState, when } from '../parts/words.ts'
import type { Member, Order } from '../entities.ts'

const size = 25
const priceOf = (order: Order) => ({ value: order.pricing.prices[0]?.price.total ?? order.planPrice, currency: order.pricing.prices[0]?.price.currency })

/** Who holds which plan, and what may be done about it. */
export function Subscriptions() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ state?: string; paid?: string; page?: number; open?: string; edit?: string }>()
  const page = url.page ?? 1
  const filter = { ...(url.state ? { orderStatuses: [url.state] } : {}), ...(url.paid ? { paymentStatuses: [url.paid] } : {}) }
  const found = useAsk(
    'orders.managementListOrders',
    {
      query: {
        limit: size,
        offset: (page - 1) * size,
        sorting: { fieldName: 'createdDate', order: 'DESC' },
        ...filter,
      },
    },
    keep,
  )
  const holders = useHolders(found.data?.orders)
  const actions = useOrderActions(holders)
  const filtered = Boolean(url.state || url.paid)
  return (
    <>
      <Filters>
        <Select
          size="md"
          w={190}
          aria-label="State"
          placeholder="Any state"
          clearable
          value={url.state ?? null}
          onChange={(state) => setUrl({ state: state ?? undefined })}
          data={[
            { value: 'ACTIVE', label: 'Active' },
            { value: 'PENDING', label: 'Not started' },
            { value: 'PAUSED', label: 'Paused' },
            { value: 'ENDED', label: 'Ended' },
            { value: 'CANCELED', label: 'Cancelled' },
          ]}
        />
        <Select
          size="md"
          w={190}
          aria-label="Payment"
          placeholder="Any payment"
          clearable
          value={url.paid ?? null}
          onChange={(paid) => setUrl({ paid: paid ?? undefined })}
          data={[
            { value: 'UNPAID', label: 'Not paid' },
            { value: 'PAID', label: 'Paid' },
            { value: 'FAILED', label: 'Payment failed' },
            { value: 'NOT_APPLICABLE', label: 'Free' },
          ]}
        />
        <ExportButton
          pages={{
            file: 'subscriptions.csv',
            head: ['Name', 'E-mail', 'Plan', 'Price', 'Currency', 'State', 'Payment', 'Start', 'End', 'Next payment', 'Sold', 'Bought on', 'Id'],
            page: (next) => exported(filter, Number(next ?? 0)),
          }}
        />
      </Filters>
      <Answered ask={found}>
        {(data) => {
          if (data.orders.length === 0)
            return filtered ? (
              <FilteredEmpty what="subscriptions" onClear={() => setUrl({ state: undefined, paid: undefined })} />
            ) : (
              <Empty
                icon={<IconId size={26} />}
                title="Nobody holds a plan yet"
                action={<Button onClick={() => setUrl({ edit: 'order' })}>Sell offline</Button>}
              >
                Plans bought on your site appear here. You can also sell one at the desk.
              </Empty>
            )
          const total = data.pagingMetadata.total
          return (
            <>
              <List label="Subscriptions">
                {data.orders.map((order) => {
                  const [word, tone] = orderState(order)
                  const [paid, paidTone] = paymentState(order.lastPaymentStatus)
                  const name = holders(order)
                  const live = order.status === 'ACTIVE' || order.status === 'PENDING' || order.status === 'PAUSED'
                  return (
                    <Row
                      key={order.id}
                      lead={<Initials name={name} />}
                      title={name}
                      sub={`${order.planName ?? 'Plan'} · ${money(priceOf(order), site) || 'free'}${nextText(order, site)}`}
                      facts={
                        <>
                          <State tone={tone}>{word}</State>
                          {live && <State tone={paidTone}>{paid}</State>}
                        </>
                      }
                      dim={!live}
                      onOpen={() => setUrl({ open: order.id }, { push: true })}
                      actions={
                        live && order.lastPaymentStatus === 'UNPAID' ? (
                          <Button h={44} size="sm" variant="light" onClick={() => actions.markPaid(order)}>
                            Mark as paid
                          </Button>
                        ) : undefined
                      }
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what="subscriptions" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </Answered>
      <OrderPanel
        order={found.data?.orders.find((order) => order.id === url.open)}
        open={Boolean(url.open)}
        holders={holders}
        actions={actions}
        onClose={() => setUrl({ open: undefined })}
      />
      <OfflineOrder open={url.edit === 'order'} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

const nextText = (order: Order, site: { timeZone: string; language: string }) =>
  order.status === 'ACTIVE' && order.currentCycle?.endedDate
    ? order.autoRenewCanceled
      ? ` · ends ${when(order.currentCycle.endedDate, site, 'date')}`
      : order.pricing.subscription
        ? ` · next payment ${when(order.currentCycle.endedDate, site, 'date')}`
        : ` · until ${when(order.currentCycle.endedDate, site, 'date')}`
    : ''

const pageOfExport = 50
/** One page of the table, with the names behind the orders. */
async function exported(filter: { orderStatuses?: string[]; paymentStatuses?: string[] }, offset: number) {
  const { orders, pagingMetadata } = await call('orders.managementListOrders', {
    query: { limit: pageOfExport, offset, sorting: { fieldName: 'createdDate', order: 'DESC' }, ...filter },
  })
  const ids = [...new Set(orders.map(({ buyer }) => buyer.memberId))]
  const { members } = ids.length
    ? await call('members.queryMembers', { body: { query: { filter: { id: { $in: ids } }, paging: { limit: 100, offset: 0 } }, fieldsets: ['FULL'] } })
    : { members: [] }
  const byId = new Map(members.map((member) => [member.id, member]))
  const rows = orders.map((order) => {
    const member = byId.get(order.buyer.memberId)
    return [
      member ? memberName(member) : '',
      member?.loginEmail,
      order.planName,
      priceOf(order).value,
      priceOf(order).currency,
      order.status,
      order.lastPaymentStatus,
      order.startDate,
      order.endDate,
      order.status === 'ACTIVE' && order.pricing.subscription && !order.autoRenewCanceled ? order.currentCycle?.endedDate : undefined,
      order.type,
      order.createdDate,
      order.id,
    ]
  })
  const done = offset + orders.length
  return { rows, next: orders.length > 0 && done < pagingMetadata.total ? String(done) : undefined }
}

/** The names behind the orders of one page. */
function useHolders(list: Order[] | undefined): (order: Order) => string {
  const ids = [...new Set(list?.map((order) => order.buyer?.memberId).filter((id): id is string => Boolean(id)) ?? [])]
  const found = useAsk(
    'members.queryMembers',
    { body: { query: { filter: { id: { $in: ids } }, paging: { limit: 100, offset: 0 } }, fieldsets: ['FULL'] } },
    { enabled: ids.length > 0, ...keep },
  )
  const names = new Map(found.data?.members.map((member) => [member.id, memberName(member)]))
  return (order) => names.get(order.buyer?.memberId ?? '') ?? (found.isPending && ids.length > 0 ? '…' : 'Former member')
}

type OrderActions = ReturnType<typeof useOrderActions>
function useOrderActions(holders: (order: Order) => string) {
  const site = useSite()
  const ask = useConfirm()
  const paid = useDo('orders.markAsPaid')
  const cancel = useDo('orders.cancelOrder')
  const pause = useDo('orders.pauseOrder')
  const resume = useDo('orders.resumeOrder')
  const given = (order: Order) => ({ params: { id: order.id }, body: {} })
  return {
    markPaid: (order: Order) =>
      ask({
        title: 'Mark as paid?',
        happens: `You received ${money(priceOf(order), site)} from ${holders(order)} for ${order.planName}. This cannot be taken back.`,
        verb: 'Mark as paid',
        done: 'Marked as paid.',
        run: () => paid.mutateAsync(given(order)),
      }),
    pause: (order: Order) =>
      ask({
        title: `Pause ${order.planName}?`,
        happens: `${holders(order)} is not charged and cannot use the plan while it is paused. Its end moves back by the length of the pause.`,
        verb: 'Pause plan',
        done: 'Paused.',
        run: () => pause.mutateAsync(given(order)),
      }),
    resume: (order: Order) =>
      ask({
        title: `Resume ${order.planName}?`,
        happens: `${holders(order)} can use the plan again from now on; payments go on.`,
        verb: 'Resume plan',
        done: 'Running again.',
        run: () => resume.mutateAsync(given(order)),
      }),
    cancel: (order: Order) => {
      let effectiveAt = 'NEXT_PAYMENT_DATE'
      const until = order.currentCycle?.endedDate ?? order.endDate
      ask({
        title: `Cancel ${order.planName} of ${holders(order)}?`,
        danger: true,
        verb: 'Cancel subscription',
        keep: 'Keep subscription',
        done: 'Cancelled.',
        happens: 'No further payment is taken. Money already paid is not given back by this.',
        extra: (
          <Radio.Group
            defaultValue={effectiveAt}
            onChange={(value) => {
              effectiveAt = value
            }}
            label="When does it end?"
          >
            <Stack gap="sm" mt="xs">
              <Radio
                size="md"
                value="NEXT_PAYMENT_DATE"
                label={until ? `At the end of the paid time, ${when(until, site, 'date')}` : 'At the end of the paid time'}
              />
              <Radio size="md" value="IMMEDIATELY" label="Now: the plan cannot be used any more" />
            </Stack>
          </Radio.Group>
        ),
        run: () => cancel.mutateAsync({ ...given(order), body: { effectiveAt } }),
      })
    },
  }
}

function OrderPanel({
  order,
  open,
  holders,
  actions,
  onClose,
}: {
  order: Order | undefined
  open: boolean
  holders: (order: Order) => string
  actions: OrderActions
  onClose: () => void
}) {
  const site = useSite()
  const live = order && ['ACTIVE', 'PENDING', 'PAUSED'].includes(order.status)
  return (
    <SidePanel
      open={open}
      title={order ? holders(order) : 'Subscription'}
      onClose={onClose}
      footer={
        live && (
          <>
            {order.lastPaymentStatus === 'UNPAID' && (
              <Button size="md" onClick={() => actions.markPaid(order)}>
                Mark as paid
              </Button>
            )}
            {order.status === 'ACTIVE' && (
              <Button size="md" variant="default" onClick={() => actions.pause(order)}>
                Pause
              </Button>
            )}
            {order.status === 'PAUSED' && (
              <Button size="md" onClick={() => actions.resume(order)}>
                Resume
              </Button>
            )}
            {!order.autoRenewCanceled && (
              <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(order)}>
                Cancel
              </Button>
            )}
          </>
        )
      }
    >
      {!order ? (
        <Skeleton height={220} radius="md" />
      ) : (
        <Facts
          items={[
            ['Plan', order.planName],
            [
              'State',
              <State key="state" tone={orderState(order)[1]}>
                {orderState(order)[0]}
              </State>,
            ],
            [
              'Payment',
              <State key="paid" tone={paymentState(order.lastPaymentStatus)[1]}>
                {paymentState(order.lastPaymentStatus)[0]}
              </State>,
            ],
            ['Price', money(priceOf(order), site) || 'Free'],
            ['Started', when(order.startDate, site, 'date')],
            [
              'This period',
              order.currentCycle?.startedDate
                ? `${when(order.currentCycle.startedDate, site, 'date')} – ${when(order.currentCycle.endedDate, site, 'date')}`
                : undefined,
            ],
            ['Ends', order.endDate ? when(order.endDate, site, 'date') : 'when cancelled'],
            ['Paused since', order.status === 'PAUSED' ? when(order.pausePeriods?.at(-1)?.pauseDate, site, 'date') : undefined],
            ['Sold', order.type === 'OFFLINE' ? 'at the desk' : 'online'],
            ['Bought on', when(order.createdDate, site)],
          ]}
        />
      )}
      {order && <OrderPayments orderId={order.id} who={holders(order)} />}
    </SidePanel>
  )
}

function OfflineOrder({ open, onClose }: { open: boolean; onClose: () => void }) {
  const site = useSite()
  const [member, setMember] = useState<Member>()
  const [plan, setPlan] = useState<string | null>(null)
  const [start, setStart] = useState('')
  const [paid, setPaid] = useState(false)
  const plans = useAsk('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled: open })
  const create = useDo('orders.createOfflineOrder')
  const chosen = plans.data?.plans.find((one) => one.id === plan)
  const sell = async (event: FormEvent) => {
    event.preventDefault()
    if (!plan || !member) return
    const done = await create
      .mutateAsync({ body: { planId: plan, memberId: member.id, paid, ...(start ? { startDate: instantOf(`${start} 00:00:00`, site.timeZone) } : {}) } })
      .catch(() => undefined)
    if (done) {
      toast('Sold.')
      onClose()
      setMember(undefined)
      setPlan(null)
      setPaid(false)
      setStart('')
    }
  }
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Sell a plan at the desk"
      footer={
        <Button type="submit" form="offline-order" size="md" loading={create.isPending} disabled={!member || !plan}>
          {chosen?.pricing?.price && Number(chosen.pricing.price.value) > 0 ? `Sell for ${money(chosen.pricing.price, site)}` : 'Sell plan'}
        </Button>
      }
    >
      <form id="offline-order" onSubmit={(event) => void sell(event)}>
        <Stack gap="lg">
          <PersonPicker label="Who buys it" required value={member} onChange={setMember} enabled={open} />
          <Select
            size="md"
            label="Plan"
            required
            value={plan}
            onChange={setPlan}
            data={plans.data?.plans.map((one) => ({ value: one.id, label: `${one.name}, ${money(one.pricing?.price, site) || 'free'}` })) ?? []}
          />
          <TextInput
            size="md"
            type="date"
            label="Starts"
            description="Empty means now."
            min={todayIn(site.timeZone)}
            value={start}
            onChange={(event) => setStart(event.currentTarget.value)}
          />
          <Checkbox
            size="md"
            label="Already paid"
            description="Cash, card machine or bank transfer."
            checked={paid}
            onChange={(event) => setPaid(event.currentTarget.checked)}
          />
          {create.error && (
            <Text c="red" role="alert">
              {said(create.error)}
            </Text>
          )}
        </Stack>
      </form>
    </SidePanel>
  )
}
