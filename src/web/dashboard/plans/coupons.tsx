import { formatPercent } from '#kit/pure/percent.ts'
import { Button } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed } from '../permissions.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Pager } from '../parts/list-tools.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format.ts'
import { plansSearch } from '../search-params.ts'
import { CouponPanel } from './coupon-panel.tsx'

type Coupon = ReplyOf<'coupons.getCoupon'>['coupon']
const size = 25

const formatDiscount = ({ specification: { percentOffRate, moneyOffAmount } }: Coupon, site: { currency: string; language: string }): string =>
  percentOffRate !== undefined ? `${formatPercent(percentOffRate, site.language)} off` : `${formatPrice({ value: String(moneyOffAmount ?? 0) }, site)} off`
const formatDiscountedPayments = ({ specification: { appliesToSubscriptions, discountedCycleCount: n } }: Coupon): string =>
  appliesToSubscriptions || n === undefined ? '' : n === 1 ? ' the first payment' : ` the first ${n} payments`
/** Plans go without saying. */
const targetWords = { PLANS: '', BOOKINGS: ' · bookings', BOTH: ' · plans and bookings' }
function couponState({ specification, expired, numberOfUsages }: Coupon): [string, Tone] {
  if (!specification.active) return ['Off', 'quiet']
  if (expired) return ['Expired', 'quiet']
  if (Number(specification.startTime) > Date.now()) return ['Scheduled', 'wait']
  if (specification.usageLimit !== undefined && numberOfUsages >= specification.usageLimit) return ['Used up', 'quiet']
  return ['Active', 'good']
}

/** Codes that make plans and bookings cheaper: who may use them, how often, and how often they were. */

function CouponRow({ coupon, onEdit }: { coupon: Coupon; onEdit: () => void }) {
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('coupons.updateCoupon')
  const remove = useApiMutation('coupons.deleteCoupon')
  const { id, specification, numberOfUsages } = coupon
  const [word, tone] = couponState(coupon)
  const setActive = (active: boolean): Promise<void> =>
    update
      .mutateAsync({ params: { id }, body: { specification: { active }, fieldMask: { paths: ['active'] } } })
      .then(() => toast(active ? `${specification.code} turned on.` : `${specification.code} turned off.`), toastError)
  return (
    <Row
      title={specification.code}
      sub={`${specification.name} · ${formatDiscount(coupon, site)}${formatDiscountedPayments(coupon)}${targetWords[specification.appliesTo]} · used ${numberOfUsages}${specification.usageLimit ? ` of ${specification.usageLimit}` : ''} times${
        specification.expirationTime ? ` · until ${formatInstant(new Date(Number(specification.expirationTime)).toISOString(), site, 'date')}` : ''
      }`}
      facts={<StateTag tone={tone}>{word}</StateTag>}
      onOpen={onEdit}
      actions={
        <>
          <Allowed operation="coupons.updateCoupon">
            <Button variant="default" onClick={() => void setActive(!specification.active)}>
              {specification.active ? 'Turn off' : 'Turn on'}
            </Button>
          </Allowed>
          <Allowed operation="coupons.deleteCoupon">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: `Delete ${specification.code}?`,
                  description: 'The code stops working. Existing orders keep their price.',
                  confirmLabel: 'Delete coupon',
                  cancelLabel: 'Cancel',
                  danger: true,
                  successMessage: `${specification.code} deleted.`,
                  onConfirm: () => remove.mutateAsync({ params: { id: id } }),
                })
              }
            >
              Delete
            </Button>
          </Allowed>
        </>
      }
    />
  )
}

export function Coupons() {
  const [url, setUrl] = useSearchState(plansSearch)
  const page = url.page ?? 1
  const found = useApiQuery('coupons.queryCoupons', { body: { query: { paging: { limit: size, offset: (page - 1) * size } } } }, keepPrevious)
  return (
    <>
      <QueryView query={found}>
        {(data) =>
          data.coupons.length === 0 ? (
            <EmptyState
              icon={<IconDiscount size={26} />}
              title="No coupons yet"
              action={
                <Allowed operation="coupons.createCoupon">
                  <Button onClick={() => setUrl({ edit: 'coupon' })}>New coupon</Button>
                </Allowed>
              }
            >
              Offer discount codes for your plans and bookings.
            </EmptyState>
          ) : (
            <>
              <List label="Coupons">
                {data.coupons.map((coupon) => (
                  <CouponRow key={coupon.id} coupon={coupon} onEdit={() => setUrl({ edit: coupon.id }, { push: true })} />
                ))}
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
      </QueryView>
      <CouponPanel edit={url.edit} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}
