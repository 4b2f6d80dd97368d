/** Sells a plan to a member: paid in person, or by card through a payment link. */
import { Button, Checkbox, Select, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type FormEvent } from 'react'
import { formatPriceSummary } from '#domains/orders/rules/price-summary.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import type { InputOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { AddClient } from './add-client.tsx'
import { CopyButton } from './copy-button.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { keepPrevious, describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { toInstant } from '../business-time.ts'
import type { Member } from '../entities.ts'
import { DryRunEffects } from './dry-run.tsx'
import { EmptyChoice } from './empty-choice.tsx'
import { SidePanel } from './side-panel.tsx'
import { PersonPicker } from './person-picker.tsx'
import { formatPrice } from './format-times.ts'
import { memberName } from './format.ts'
import { todayIn } from '#web/kit/days.ts'
import { messages } from './sell-plan.messages.tsx'
import { commonWords } from './common-words.ts'

const emptyDraft = { plan: null as string | null, start: '', coupon: '', paid: false, how: 'in-person', method: 'MOTO' }

interface SellPlanProps {
  open: boolean
  /** Whom it begins with; another member can be chosen. */
  buyer?: Member | undefined
  onClose: () => void
}
/** What the sale would cost. Who sells plans and manages no orders sees the price of the plan in the list. */
function useSalePreview(input: InputOf<'orders.getOfflineOrderPreview'>['body'], isWanted: boolean) {
  const may = useMay()
  const enabled = isWanted && may('orders.getOfflineOrderPreview')
  return useApiQuery('orders.getOfflineOrderPreview', { body: input }, { enabled, retry: false, ...keepPrevious })
}

function useSellPlan({ open, buyer, onClose }: SellPlanProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [member, setMember] = useState(buyer)
  const [draft, setDraft] = useState(emptyDraft)
  const [link, setLink] = useState<string>()
  const plans = useApiQuery('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled: open })
  const atDesk = useApiMutation('orders.createOfflineOrder')
  const byCard = useApiMutation('orders.createOnlineOrder')
  const [coupon] = useDebouncedValue(draft.coupon.trim(), 400)
  const startDate = draft.start ? { startDate: toInstant(`${draft.start} 00:00:00`, site.timeZone) } : {}
  const input = { planId: draft.plan ?? '', memberId: member?.id ?? '', ...startDate, ...(coupon ? { couponCode: coupon } : {}) }
  const preview = useSalePreview(input, open && Boolean(draft.plan && member))
  const chosen = plans.data?.plans.find(({ id }) => id === draft.plan)
  // The API does not allow recurring plans to be sold at a terminal.
  const mayBeInPerson = chosen !== undefined && chosen.pricing.subscription === undefined
  const orderMethod = mayBeInPerson ? draft.method : 'MOTO'
  const order = draft.plan && member && !preview.error ? preview.data?.order : undefined
  const due = order?.pricing.prices[0]?.price
  const problem = atDesk.error ?? byCard.error ?? (draft.plan && member ? preview.error : null)
  const set = (change: Partial<typeof emptyDraft>) => {
    setDraft((old) => ({ ...old, ...change }))
    atDesk.reset()
    byCard.reset()
  }
  const close = () => {
    setLink(undefined)
    setMember(undefined)
    setDraft(emptyDraft)
    onClose()
  }
  const sell = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.plan || !member) return
    if (draft.how === 'in-person') {
      if (!(await atDesk.mutateAsync({ body: sold }).catch(() => undefined))) return
      toast(t.sold)
      return close()
    }
    const { memberId, ...rest } = input
    const made = await byCard.mutateAsync({ body: { ...rest, onBehalf: { memberId, orderMethod } } }).catch(() => undefined)
    if (!made) return
    if (made.order.wixPayOrderId) setLink(`${location.origin}/checkout/pay/${made.order.wixPayOrderId}`)
    else {
      toast(t.soldFree)
      close()
    }
  }
  const free = due !== undefined && Number(due.total) === 0
  const sold = { ...input, paid: draft.paid }
  // Behind a payment link nothing happens before it is paid.
  const saleInput = draft.how === 'in-person' && order && !preview.isPlaceholderData ? sold : undefined
  const shared = { member, setMember, draft, set, link, mayBeInPerson, order, due, free, saleInput, problem, close, sell }
  return {
    ...shared,
    plans: plans.data?.plans,
    preview: preview.data,
    isBusy: atDesk.isPending || byCard.isPending,
  }
}
type SellPlanState = ReturnType<typeof useSellPlan>

export function SellPlan({ open, buyer, onClose }: SellPlanProps) {
  const t = useMessages(messages)
  const site = useSite()
  const sale = useSellPlan({ open, buyer, onClose })
  const { member, draft, link, due, free, close } = sale
  return (
    <SidePanel
      open={open}
      onClose={close}
      title={link ? t.shareLink : t.title}
      footer={
        link ? (
          <Button size="md" onClick={close}>
            {t.done}
          </Button>
        ) : (
          <Allowed operation="orders.createOfflineOrder">
            <Button type="submit" form="sell-plan" size="md" loading={sale.isBusy}>
              {draft.how === 'card' ? t.createLink : due && !free ? t.sellFor(formatPrice({ value: due.total, currency: due.currency }, site)) : t.title}
            </Button>
          </Allowed>
        )
      }
    >
      {link ? <PaymentLink link={link} member={member} startsLater={draft.start !== ''} /> : <SellPlanForm sale={sale} open={open} />}
    </SidePanel>
  )
}

function PaymentLink({ link, member, startsLater }: { link: string; member: Member | undefined; startsLater: boolean }) {
  const t = useMessages(messages)
  return (
    <Stack>
      <Text>{(startsLater ? t.linkLater : t.linkNow)(memberName(member))}</Text>
      <TextInput size="md" label={t.link} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" size="md" onClick={copy}>
            {copied ? commonWords.copied : t.copy}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}

function SellPlanForm({ sale, open }: { sale: SellPlanState; open: boolean }) {
  const t = useMessages(messages)
  const may = useMay()
  const site = useSite()
  const { member, setMember, draft, set, plans, mayBeInPerson, free, problem, sell } = sale
  return (
    <form id="sell-plan" onSubmit={(event) => void sell(event)}>
      <Stack gap="lg">
        <PersonPicker label={t.member} required value={member} onChange={setMember} enabled={open} />
        {!member && <AddClient onAdded={setMember} />}
        <Select
          size="md"
          label={t.plan}
          required
          searchable
          value={draft.plan}
          onChange={(plan) => set({ plan })}
          data={(plans ?? []).map((one) => ({ value: one.id, label: `${one.name}, ${formatPrice(one.pricing?.price, site) || t.free}` }))}
        />
        {plans?.length === 0 && <EmptyChoice of="plan" />}
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t.payment}
          value={draft.how}
          onChange={(how) => set({ how })}
          data={[{ value: 'in-person', label: t.inPerson }, ...(may('orders.createOnlineOrder') ? [{ value: 'card', label: t.link }] : [])]}
        />
        {draft.how === 'card' && mayBeInPerson && (
          <Select
            size="md"
            label={t.channel}
            description={t.channelHint}
            allowDeselect={false}
            value={draft.method}
            onChange={(method) => set({ method: method ?? 'MOTO' })}
            data={[
              { value: 'MOTO', label: t.byPhone },
              { value: 'POS', label: t.inPerson },
            ]}
          />
        )}
        <TextInput
          size="md"
          type="date"
          label={t.start}
          description={t.startHint}
          {...(draft.how === 'card' ? { min: todayIn(site.timeZone) } : {})}
          value={draft.start}
          onChange={(event) => set({ start: event.currentTarget.value })}
        />
        <TextInput
          size="md"
          label={t.coupon}
          placeholder={t.none}
          maxLength={20}
          autoComplete="off"
          value={draft.coupon}
          onChange={(event) => set({ coupon: event.currentTarget.value.toUpperCase() })}
        />
        {draft.how === 'in-person' && !free && (
          <Checkbox size="md" label={t.paid} description={t.paidHint} checked={draft.paid} onChange={(event) => set({ paid: event.currentTarget.checked })} />
        )}
        <SalePrice sale={sale} />
        {sale.saleInput && <DryRunEffects operation="orders.createOfflineOrder" input={{ body: sale.saleInput }} />}
        {problem && (
          <Text c="red" role="alert">
            {describeError(problem)}
          </Text>
        )}
      </Stack>
    </form>
  )
}

/** The price as the checkout shows it. */
function SalePrice({ sale: { order, member, preview } }: { sale: SellPlanState }) {
  const t = useMessages(messages)
  const site = useSite()
  if (!order) return null
  const price = (
    <strong>
      {formatPriceSummary(
        { model: order.pricing, spans: order.pricing.prices, trialDays: order.freeTrialDays ?? 0 },
        (value, currency) => formatPrice({ value, currency }, site),
        pageLanguage(),
      )}
    </strong>
  )
  return <Text role="status">{(preview?.purchaseLimitExceeded ? t.paysAgain : t.pays)(memberName(member), price)}</Text>
}
