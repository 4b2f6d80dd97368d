import { Button, NumberInput, SegmentedControl, Select, Skeleton, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ApiError, useApiQuery, useApiMutation } from '#web/api.ts'
import { todayIn } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { EmptyChoice } from '../parts/empty-choice.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import times from '../parts/times.module.css'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { changedFields, type Coupon, type CouponDraft, type CouponTarget, isForPlans, toCouponDraft, emptyCoupon, toSpecification } from './coupon-draft.ts'
import { messages } from './coupon-panel.messages.ts'
import { type CouponField, type CouponProblems, couponProblems, refusedCouponFields } from './coupon-problems.ts'
import { decimalSign } from '../parts/amounts.ts'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

/** A new coupon (`edit` is "coupon"), or the one with that id. */
export function CouponPanel({ edit, onClose }: { edit: string | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const id = edit === undefined || edit === 'coupon' ? undefined : edit
  const found = useApiQuery('coupons.getCoupon', { params: { id: id ?? '' } }, { enabled: id !== undefined, retry: false })
  const [busy, setBusy] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const coupon = id === undefined ? undefined : found.data?.coupon
  return (
    <SidePanel
      open={edit !== undefined}
      onClose={unsaved.close}
      title={id === undefined ? words.newCoupon : (coupon?.specification.code ?? words.coupon)}
      footer={
        <Allowed operation="coupons.updateCoupon">
          <Button type="submit" form="coupon" size="md" loading={busy} disabled={id !== undefined && !coupon}>
            {id === undefined ? t.create : t.save}
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
  const t = useMessages(messages)
  const site = useSite()
  const [before] = useState<CouponDraft>(() => (coupon ? toCouponDraft(coupon, site.timeZone) : emptyCoupon))
  const [draft, setDraft] = useState(before)
  /** As it was when it was last to be saved. */
  const [checked, setChecked] = useState<CouponDraft>()
  const create = useApiMutation('coupons.createCoupon')
  const update = useApiMutation('coupons.updateCoupon')
  const set: SetDraft = (change) => {
    setDraft((old) => ({ ...old, ...change }))
    onTouched()
  }
  const code = draft.code.trim()
  const found = couponProblems(draft, todayIn(site.timeZone), before)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(draft)
    if (Object.keys(found).length > 0) return
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
    toast(coupon ? t.saved(code) : t.created(code))
    onSaved()
  }
  const error = create.error ?? update.error
  const refused = error instanceof ApiError && error.violations.length > 0 ? refusedCouponFields(error.violations, draft) : undefined
  // What the server said of a field goes once that field is changed.
  const stillRefused = Object.entries(refused ?? {}).filter(([field]) => checked?.[field as CouponField] === draft[field as CouponField])
  const problems: CouponProblems = checked ? { ...Object.fromEntries(stillRefused), ...found } : {}
  return { draft, set, save, problems, error: refused ? undefined : error }
}

function CouponForm(props: FormProps) {
  const t = useMessages(messages)
  const { draft, set, save, problems, error } = useCouponForm(props)
  const fields = { draft, set, problems }
  return (
    <form id="coupon" noValidate onSubmit={(event) => void save(event)}>
      <AllowedFields operation="coupons.updateCoupon">
        <Stack gap="lg">
          <SaveError error={error} />
          <TextInput
            size="md"
            label={t.code}
            description={t.codeHint}
            required
            maxLength={20}
            autoComplete="off"
            value={draft.code}
            error={problems.code}
            onChange={(event) => set({ code: event.currentTarget.value.toUpperCase().replaceAll(' ', '') })}
          />
          <TextInput
            size="md"
            label={commonWords.name}
            description={t.nameHint}
            value={draft.name}
            error={problems.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <DiscountFields {...fields} />
          <LimitFields {...fields} />
        </Stack>
      </AllowedFields>
    </form>
  )
}

interface FieldsProps {
  draft: CouponDraft
  set: SetDraft
  problems: CouponProblems
}
/** How much the coupon takes off. */
function DiscountFields({ draft, set, problems }: FieldsProps) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t.kind}
        value={draft.kind}
        onChange={(kind) => set({ kind: kind === 'amount' ? 'amount' : 'percent' })}
        data={[
          { value: 'percent', label: t.percent },
          { value: 'amount', label: t.amount },
        ]}
      />
      <NumberInput
        size="md"
        label={draft.kind === 'percent' ? t.percentOff : t.amountOff(site.currency)}
        description={t.offHint}
        required
        allowNegative={false}
        decimalScale={2}
        decimalSeparator={decimalSign()}
        allowedDecimalSeparators={['.', ',']}
        hideControls
        value={draft.off}
        error={problems.off}
        onChange={(off) => set({ off })}
      />
      <TargetFields draft={draft} set={set} problems={problems} />
    </>
  )
}

const text = currentMessages(messages)
const targets = (['plans', 'plan', 'bookings', 'service', 'both', 'minimum'] as const satisfies CouponTarget[]).map((value) => ({
  value,
  label: text.targets[value],
}))
const minimumTargets = (['BOTH', 'PLANS', 'BOOKINGS'] as const).map((value) => ({ value, label: text.minimumOf[value] }))
/** What the coupon is taken for. */
function TargetFields({ draft, set, problems }: FieldsProps) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
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
        label={t.appliesTo}
        allowDeselect={false}
        value={draft.of}
        onChange={(of) => set({ of: targets.find(({ value }) => value === of)?.value ?? 'plans' })}
        data={targets}
      />
      {draft.of === 'plan' && (
        <Select
          size="md"
          label={words.plan}
          required
          searchable
          value={draft.plan}
          error={problems.plan}
          onChange={(plan) => set({ plan })}
          data={plans.data?.plans.map((one) => ({ value: one.id, label: one.name })) ?? []}
        />
      )}
      {plans.data?.plans.length === 0 && draft.of === 'plan' && <EmptyChoice of="plan" />}
      {draft.of === 'service' && (
        <Select
          size="md"
          label={t.service}
          required
          searchable
          value={draft.service}
          error={problems.service}
          onChange={(service) => set({ service })}
          data={services.data?.services.map((one) => ({ value: one.id, label: one.name ?? '' })) ?? []}
        />
      )}
      {services.data?.services.length === 0 && draft.of === 'service' && <EmptyChoice of="service" />}
      {draft.of === 'minimum' && (
        <Select
          size="md"
          label={t.purchasesOf}
          allowDeselect={false}
          value={draft.minimumOf}
          onChange={(of) => set({ minimumOf: minimumTargets.find(({ value }) => value === of)?.value ?? 'BOTH' })}
          data={minimumTargets}
        />
      )}
      {draft.of === 'minimum' && (
        <NumberInput
          size="md"
          label={t.minimum(site.currency)}
          required
          allowNegative={false}
          decimalScale={2}
          decimalSeparator={decimalSign()}
          allowedDecimalSeparators={['.', ',']}
          hideControls
          value={draft.minimum}
          error={problems.minimum}
          onChange={(minimum) => set({ minimum })}
        />
      )}
    </>
  )
}

/** How often and until when the coupon is valid. */
function LimitFields({ draft, set, problems }: FieldsProps) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  return (
    <>
      <div className={times.pair} hidden={!isForPlans(draft)}>
        <Select
          size="md"
          label={t.duration}
          allowDeselect={false}
          value={draft.lasts}
          onChange={(lasts) => set({ lasts: lasts === 'first' ? 'first' : 'all' })}
          data={[
            { value: 'all', label: t.allPayments },
            { value: 'first', label: t.firstPayments },
          ]}
        />
        {draft.lasts === 'first' && (
          <NumberInput
            size="md"
            label={words.payments}
            required
            min={1}
            max={999}
            allowDecimal={false}
            clampBehavior="none"
            value={draft.payments}
            error={problems.payments}
            onChange={(payments) => set({ payments })}
          />
        )}
      </div>
      <div className={times.pair}>
        {(['limit', 'each'] as const).map((field) => (
          <NumberInput
            key={field}
            size="md"
            label={field === 'limit' ? t.uses : t.usesEach}
            placeholder={t.noLimit}
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            value={draft[field]}
            error={problems[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
      <div className={times.pair}>
        <TextInput
          size="md"
          type="date"
          label={words.startDate}
          description={t.startHint}
          value={draft.from}
          error={problems.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          size="md"
          type="date"
          label={t.endDate}
          description={t.endHint}
          {...(draft.from ? { min: draft.from } : {})}
          value={draft.until}
          error={problems.until}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
