import { Button, NumberInput, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { keep, toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import { dayStart, todayIn } from '../business-time.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { Answered, Empty, List, Pager, Row, SidePanel, State, type Tone } from '../parts/frame.tsx'
import times from '../parts/times.module.css'
import { useUnsaved } from '../parts/unsaved.tsx'
import { useUrl } from '../parts/url.ts'
import { money, when } from '../parts/words.ts'

type Coupon = ReplyOf<'orders.getCoupon'>['coupon']
const size = 25

const offText = ({ specification: { percentOffRate, moneyOffAmount } }: Coupon, site: { currency: string; language: string }): string =>
  percentOffRate !== undefined ? `${percentOffRate} % off` : `${money({ value: String(moneyOffAmount ?? 0) }, site)} off`
function stateOf({ specification, expired, numberOfUsages }: Coupon): [string, Tone] {
  if (!specification.active) return ['Off', 'quiet']
  if (expired) return ['Expired', 'quiet']
  if (Number(specification.startTime) > Date.now()) return ['Starts later', 'wait']
  if (specification.usageLimit !== undefined && numberOfUsages >= specification.usageLimit) return ['Used up', 'quiet']
  return ['Active', 'good']
}

/** Codes that make a plan cheaper: who may use them, how often, and how often they were. */
export function Coupons() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ page?: number; edit?: string }>()
  const page = url.page ?? 1
  const found = useAsk('orders.queryCoupons', { body: { query: { paging: { limit: size, offset: (page - 1) * size } } } }, keep)
  const update = useDo('orders.updateCoupon')
  const remove = useDo('orders.deleteCoupon')
  const ask = useConfirm()
  const turn = ({ id, specification }: Coupon, active: boolean): Promise<void> =>
    update
      .mutateAsync({ params: { id }, body: { specification: { active }, fieldMask: { paths: ['active'] } } })
      .then(() => toast(active ? `${specification.code} works again.` : `${specification.code} is off.`), toastProblem)
  return (
    <>
      <Answered ask={found}>
        {(data) =>
          data.coupons.length === 0 ? (
            <Empty icon={<IconDiscount size={26} />} title="No coupons yet" action={<Button onClick={() => setUrl({ edit: 'coupon' })}>New coupon</Button>}>
              A code that people enter at the checkout of a plan.
            </Empty>
          ) : (
            <>
              <List label="Coupons">
                {data.coupons.map((coupon) => {
                  const { specification, numberOfUsages } = coupon
                  const [word, tone] = stateOf(coupon)
                  return (
                    <Row
                      key={coupon.id}
                      title={specification.code}
                      sub={`${specification.name} · ${offText(coupon, site)} · used ${numberOfUsages}${specification.usageLimit ? ` of ${specification.usageLimit}` : ''} times${
                        specification.expirationTime ? ` · until ${when(new Date(Number(specification.expirationTime)).toISOString(), site, 'date')}` : ''
                      }`}
                      facts={<State tone={tone}>{word}</State>}
                      actions={
                        <>
                          <Button variant="default" onClick={() => void turn(coupon, !specification.active)}>
                            {specification.active ? 'Turn off' : 'Turn on'}
                          </Button>
                          <Button
                            variant="subtle"
                            c="var(--bad)"
                            onClick={() =>
                              ask({
                                title: `Delete ${specification.code}?`,
                                happens: 'The code no longer works. Orders made with it keep their price.',
                                verb: 'Delete coupon',
                                keep: 'Keep coupon',
                                danger: true,
                                done: `${specification.code} is deleted.`,
                                run: () => remove.mutateAsync({ params: { id: coupon.id } }),
                              })
                            }
                          >
                            Delete
                          </Button>
                        </>
                      }
                    />
                  )
                })}
              </List>
              <Pager
                page={page}
                pages={Math.ceil(data.totalResults / size)}
                total={data.totalResults}
                what="coupons"
                onPage={(next) => setUrl({ page: next })}
              />
            </>
          )
        }
      </Answered>
      <CouponForm open={url.edit === 'coupon'} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

const fresh = {
  name: '',
  code: '',
  kind: 'percent',
  amount: '' as string | number,
  plan: null as string | null,
  until: '',
  limit: '' as string | number,
  each: '' as string | number,
  always: true,
}

function CouponForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const site = useSite()
  const [draft, setDraft] = useState(fresh)
  const plans = useAsk('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled: open })
  const create = useDo('orders.createCoupon')
  const unsaved = useUnsaved(onClose)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const made = await create
      .mutateAsync({
        body: {
          specification: {
            name: draft.name.trim() || draft.code,
            code: draft.code.trim(),
            startTime: String(Date.now()),
            ...(draft.until ? { expirationTime: String(new Date(dayStart(draft.until, site.timeZone)).getTime() + 86_400_000) } : {}),
            ...(draft.kind === 'percent' ? { percentOffRate: Number(draft.amount) } : { moneyOffAmount: Number(draft.amount) }),
            scope: { namespace: 'pricingPlans', ...(draft.plan ? { group: { name: 'plan', entityId: draft.plan } } : {}) },
            ...(draft.limit ? { usageLimit: Number(draft.limit) } : {}),
            ...(draft.each ? { limitPerCustomer: Number(draft.each) } : {}),
            ...(draft.always ? { appliesToSubscriptions: true } : { discountedCycleCount: 1 }),
            active: true,
          },
        },
      })
      .catch(() => undefined)
    if (!made) return
    toast(`${draft.code.trim()} can be used from now on.`)
    unsaved.saved()
    setDraft(fresh)
    onClose()
  }
  return (
    <SidePanel
      open={open}
      onClose={unsaved.close}
      title="New coupon"
      footer={
        <Button type="submit" form="coupon" size="md" loading={create.isPending}>
          Create coupon
        </Button>
      }
    >
      <form id="coupon" onSubmit={(event) => void save(event)} onChange={unsaved.touched}>
        <Stack gap="lg">
          <NotSaved error={create.error} />
          <TextInput
            size="md"
            label="Code"
            description="What people type at the checkout."
            required
            maxLength={20}
            autoComplete="off"
            value={draft.code}
            onChange={(event) => setDraft({ ...draft, code: event.currentTarget.value.toUpperCase().replaceAll(' ', '') })}
          />
          <TextInput
            size="md"
            label="Name"
            description="For you; customers do not see it."
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <SegmentedControl
            fullWidth
            size="md"
            aria-label="What it takes off"
            value={draft.kind}
            onChange={(kind) => setDraft({ ...draft, kind })}
            data={[
              { value: 'percent', label: 'Percent' },
              { value: 'amount', label: 'Amount' },
            ]}
          />
          <NumberInput
            size="md"
            label={draft.kind === 'percent' ? 'Percent off' : `Off the price, in ${site.currency}`}
            required
            min={0.01}
            {...(draft.kind === 'percent' ? { max: 100 } : {})}
            decimalScale={2}
            hideControls
            value={draft.amount}
            onChange={(amount) => setDraft({ ...draft, amount })}
          />
          <Select
            size="md"
            label="For"
            placeholder="Every plan"
            clearable
            value={draft.plan}
            onChange={(plan) => setDraft({ ...draft, plan })}
            data={plans.data?.plans.map((one) => ({ value: one.id, label: one.name })) ?? []}
          />
          <Switch
            size="md"
            label="Every payment of a subscription"
            description="Off: only the first payment is cheaper."
            checked={draft.always}
            onChange={(event) => setDraft({ ...draft, always: event.currentTarget.checked })}
          />
          <div className={times.pair}>
            <NumberInput size="md" label="Uses in all" placeholder="No limit" min={1} value={draft.limit} onChange={(limit) => setDraft({ ...draft, limit })} />
            <NumberInput
              size="md"
              label="Uses per person"
              placeholder="No limit"
              min={1}
              value={draft.each}
              onChange={(each) => setDraft({ ...draft, each })}
            />
          </div>
          <TextInput
            size="md"
            type="date"
            label="Last day"
            description="Empty means it does not expire."
            min={todayIn(site.timeZone)}
            value={draft.until}
            onChange={(event) => setDraft({ ...draft, until: event.currentTarget.value })}
          />
        </Stack>
      </form>
    </SidePanel>
  )
}
