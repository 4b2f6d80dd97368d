import { Button, NumberInput, SegmentedControl, Select, Skeleton, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import times from '../parts/times.module.css'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { changedFields, type Coupon, type CouponDraft, type CouponTarget, isForPlans, toCouponDraft, emptyCoupon, toSpecification } from './coupon-draft.ts'

/** A new coupon (`edit` is "coupon"), or the one with that id. */
export function CouponPanel({ edit, onClose }: { edit: string | undefined; onClose: () => void }) {
  const id = edit === undefined || edit === 'coupon' ? undefined : edit
  const found = useApiQuery('coupons.getCoupon', { params: { id: id ?? '' } }, { enabled: id !== undefined, retry: false })
  const [busy, setBusy] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const coupon = id === undefined ? undefined : found.data?.coupon
  return (
    <SidePanel
      open={edit !== undefined}
      onClose={unsaved.close}
      title={id === undefined ? 'New coupon' : (coupon?.specification.code ?? 'Coupon')}
      footer={
        <Allowed operation="coupons.updateCoupon">
          <Button type="submit" form="coupon" size="md" loading={busy} disabled={id !== undefined && !coupon}>
            {id === undefined ? 'Create coupon' : 'Save coupon'}
          </Button>
        </Allowed>
      }
    >
      {id !== undefined && found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : id !== undefined && !coupon ? (
        <Skeleton height={320} radius="md" />
      ) : (
        <CouponForm
          key={id ?? 'new'}
          coupon={coupon}
          onTouched={unsaved.markDirty}
          onBusy={setBusy}
          onSaved={() => {
            unsaved.markSaved()
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

interface FormProps {
  coupon: Coupon | undefined
  onTouched: () => void
  onBusy: (busy: boolean) => void
  onSaved: () => void
}
type SetDraft = (change: Partial<CouponDraft>) => void
function useCouponForm({ coupon, onTouched, onBusy, onSaved }: FormProps) {
  const site = useSite()
  const [draft, setDraft] = useState<CouponDraft>(() => (coupon ? toCouponDraft(coupon, site.timeZone) : emptyCoupon))
  const create = useApiMutation('coupons.createCoupon')
  const update = useApiMutation('coupons.updateCoupon')
  const set: SetDraft = (change) => {
    setDraft((old) => ({ ...old, ...change }))
    onTouched()
  }
  const code = draft.code.trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const specification = toSpecification(draft, site.timeZone, Date.now(), coupon)
    const paths = coupon ? changedFields(coupon, draft, site.timeZone) : []
    if (coupon && paths.length === 0) {
      onSaved()
      return
    }
    onBusy(true)
    const saved = await (coupon
      ? update.mutateAsync({ params: { id: coupon.id }, body: { specification, fieldMask: { paths } } })
      : create.mutateAsync({ body: { specification: { ...specification, active: true } } })
    ).catch(() => undefined)
    onBusy(false)
    if (!saved) return
    toast(coupon ? `${code} saved.` : `${code} created.`)
    onSaved()
  }
  return { draft, set, save, error: create.error ?? update.error }
}

function CouponForm(props: FormProps) {
  const { draft, set, save, error } = useCouponForm(props)
  return (
    <form id="coupon" onSubmit={(event) => void save(event)}>
      <AllowedFields operation="coupons.updateCoupon">
        <Stack gap="lg">
          <SaveError error={error} />
          <TextInput
            size="md"
            label="Code"
            description="Customers enter this at checkout."
            required
            maxLength={20}
            autoComplete="off"
            value={draft.code}
            onChange={(event) => set({ code: event.currentTarget.value.toUpperCase().replaceAll(' ', '') })}
          />
          <TextInput
            size="md"
            label="Name"
            description="Only visible to you."
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <DiscountFields draft={draft} set={set} />
          <LimitFields draft={draft} set={set} />
        </Stack>
      </AllowedFields>
    </form>
  )
}

interface FieldsProps {
  draft: CouponDraft
  set: SetDraft
}
/** How much the coupon takes off. */
function DiscountFields({ draft, set }: FieldsProps) {
  const site = useSite()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Discount type"
        value={draft.kind}
        onChange={(kind) => set({ kind: kind === 'amount' ? 'amount' : 'percent' })}
        data={[
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Amount' },
        ]}
      />
      <NumberInput
        size="md"
        label={draft.kind === 'percent' ? 'Percent off' : `Amount off in ${site.currency}`}
        description="Applies to the price of the plan or service, not to fees or extras."
        required
        min={0.01}
        {...(draft.kind === 'percent' ? { max: 100 } : {})}
        decimalScale={2}
        hideControls
        value={draft.off}
        onChange={(off) => set({ off })}
      />
      <TargetFields draft={draft} set={set} />
    </>
  )
}

const targets: { value: CouponTarget; label: string }[] = [
  { value: 'plans', label: 'All plans' },
  { value: 'plan', label: 'One plan' },
  { value: 'bookings', label: 'Bookings of all services' },
  { value: 'service', label: 'Bookings of one service' },
  { value: 'both', label: 'All plans and bookings' },
  { value: 'minimum', label: 'Purchases from a minimum price' },
]
const minimumTargets: { value: CouponDraft['minimumOf']; label: string }[] = [
  { value: 'BOTH', label: 'Plans and bookings' },
  { value: 'PLANS', label: 'Plans' },
  { value: 'BOOKINGS', label: 'Bookings' },
]
/** What the coupon is taken for. */
function TargetFields({ draft, set }: FieldsProps) {
  const site = useSite()
  const plans = useApiQuery('plans.listPlans', { query: { archived: 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } }, { enabled: draft.of === 'plan' })
  const services = useApiQuery(
    'services.queryServices',
    { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } },
    { enabled: draft.of === 'service' },
  )
  return (
    <>
      <Select
        size="md"
        label="Applies to"
        allowDeselect={false}
        value={draft.of}
        onChange={(of) => set({ of: targets.find(({ value }) => value === of)?.value ?? 'plans' })}
        data={targets}
      />
      {draft.of === 'plan' && (
        <Select
          size="md"
          label="Plan"
          required
          searchable
          value={draft.plan}
          onChange={(plan) => set({ plan })}
          data={plans.data?.plans.map((one) => ({ value: one.id, label: one.name })) ?? []}
        />
      )}
      {draft.of === 'service' && (
        <Select
          size="md"
          label="Service"
          required
          searchable
          value={draft.service}
          onChange={(service) => set({ service })}
          data={services.data?.services.map((one) => ({ value: one.id, label: one.name ?? '' })) ?? []}
        />
      )}
      {draft.of === 'minimum' && (
        <Select
          size="md"
          label="Purchases of"
          allowDeselect={false}
          value={draft.minimumOf}
          onChange={(of) => set({ minimumOf: minimumTargets.find(({ value }) => value === of)?.value ?? 'BOTH' })}
          data={minimumTargets}
        />
      )}
      {draft.of === 'minimum' && (
        <NumberInput
          size="md"
          label={`Minimum price in ${site.currency}`}
          required
          min={0.01}
          hideControls
          value={draft.minimum}
          onChange={(minimum) => set({ minimum })}
        />
      )}
    </>
  )
}

/** How often and until when the coupon is valid. */
const LimitFields = ({ draft, set }: FieldsProps) => (
  <>
    <div className={times.pair} hidden={!isForPlans(draft)}>
      <Select
        size="md"
        label="Duration"
        allowDeselect={false}
        value={draft.lasts}
        onChange={(lasts) => set({ lasts: lasts === 'first' ? 'first' : 'all' })}
        data={[
          { value: 'all', label: 'All payments' },
          { value: 'first', label: 'First payments' },
        ]}
      />
      {draft.lasts === 'first' && (
        <NumberInput
          size="md"
          label="Number of payments"
          required
          min={1}
          max={999}
          allowDecimal={false}
          value={draft.payments}
          onChange={(payments) => set({ payments })}
        />
      )}
    </div>
    <div className={times.pair}>
      <NumberInput size="md" label="Total uses" placeholder="No limit" min={1} allowDecimal={false} value={draft.limit} onChange={(limit) => set({ limit })} />
      <NumberInput
        size="md"
        label="Uses per person"
        placeholder="No limit"
        min={1}
        allowDecimal={false}
        value={draft.each}
        onChange={(each) => set({ each })}
      />
    </div>
    <div className={times.pair}>
      <TextInput
        size="md"
        type="date"
        label="Start date"
        description="Leave empty to start right away."
        value={draft.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="date"
        label="End date"
        description="Leave empty for no expiry."
        {...(draft.from ? { min: draft.from } : {})}
        value={draft.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
    </div>
  </>
)
