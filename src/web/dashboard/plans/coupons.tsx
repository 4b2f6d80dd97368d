import { formatPercent } from '#kit/pure/percent.ts'
import { Button } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Pager } from '../parts/list-tools.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { plansSearch } from '../search-params.ts'
import { CouponPanel } from './coupon-panel.tsx'
import type { Site } from '../entities.ts'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    off: 'Off',
    expired: 'Expired',
    scheduled: 'Scheduled',
    usedUp: 'Used up',
    discount: (amount: string, payments: number | undefined) =>
      payments === undefined ? `${amount} off` : payments === 1 ? `${amount} off the first payment` : `${amount} off the first ${payments} payments`,
    targets: { BOOKINGS: 'bookings', BOTH: 'plans and bookings' },
    used: (count: number, limit: number | undefined) => (limit ? `used ${count} of ${limit} times` : `used ${count} times`),
    until: (day: string) => `until ${day}`,
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnedOn: (code: string) => `${code} turned on.`,
    turnedOff: (code: string) => `${code} turned off.`,
    deleteAsk: (code: string) => `Delete ${code}?`,
    deleteEffect: 'The code stops working. Existing orders keep their price.',
    deleteCoupon: 'Delete coupon',
    deleted: (code: string) => `${code} deleted.`,
    none: 'No coupons yet',
    offer: 'Offer discount codes for your plans and bookings.',
    what: 'coupons',
  },
  {
    de: {
      off: 'Aus',
      expired: 'Abgelaufen',
      scheduled: 'Geplant',
      usedUp: 'Aufgebraucht',
      discount: (amount, payments) =>
        payments === undefined
          ? `${amount} Rabatt`
          : payments === 1
            ? `${amount} Rabatt auf die erste Zahlung`
            : `${amount} Rabatt auf die ersten ${payments} Zahlungen`,
      targets: { BOOKINGS: 'Buchungen', BOTH: 'Tarife und Buchungen' },
      used: (count, limit) => (limit ? `${count} von ${limit} eingelöst` : count === 0 ? 'noch nicht eingelöst' : `${count}-mal eingelöst`),
      until: (day) => `bis ${day}`,
      turnOn: 'Einschalten',
      turnOff: 'Ausschalten',
      turnedOn: (code) => `${code} ist eingeschaltet.`,
      turnedOff: (code) => `${code} ist ausgeschaltet.`,
      deleteAsk: (code) => `${code} löschen?`,
      deleteEffect: 'Der Code gilt nicht mehr. Bestehende Bestellungen behalten ihren Preis.',
      deleteCoupon: 'Gutschein löschen',
      deleted: (code) => `${code} gelöscht.`,
      none: 'Noch keine Gutscheine',
      offer: 'Biete Rabattcodes für deine Tarife und Buchungen an.',
      what: 'Gutscheine',
    },
  },
)

type Coupon = ReplyOf<'coupons.getCoupon'>['coupon']
const size = 25

const formatDiscount = ({ specification: { percentOffRate, moneyOffAmount } }: Coupon, site: { currency: string; language: string }): string =>
  percentOffRate !== undefined ? formatPercent(percentOffRate, pageLanguage()) : formatPrice({ value: String(moneyOffAmount ?? 0) }, site)
const countDiscountedPayments = ({ specification: { appliesToSubscriptions, discountedCycleCount } }: Coupon): number | undefined =>
  appliesToSubscriptions ? undefined : discountedCycleCount
function couponState({ specification, expired, numberOfUsages }: Coupon): [string, Tone] {
  const t = currentMessages(messages)
  if (!specification.active) return [t.off, 'quiet']
  if (expired) return [t.expired, 'quiet']
  if (Number(specification.startTime) > Date.now()) return [t.scheduled, 'wait']
  if (specification.usageLimit !== undefined && numberOfUsages >= specification.usageLimit) return [t.usedUp, 'quiet']
  return [currentMessages(planMessages).active, 'good']
}
/** Name, discount, what it is for, how often it was used and until when it can be. */
function describeCoupon(coupon: Coupon, site: Site): string {
  const t = currentMessages(messages)
  const { specification, numberOfUsages } = coupon
  return [
    specification.name,
    t.discount(formatDiscount(coupon, site), countDiscountedPayments(coupon)),
    // Plans go without saying.
    specification.appliesTo === 'PLANS' ? '' : t.targets[specification.appliesTo],
    t.used(numberOfUsages, specification.usageLimit),
    specification.expirationTime ? t.until(formatInstant(new Date(Number(specification.expirationTime)).toISOString(), site, 'date')) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Codes that make plans and bookings cheaper: who may use them, how often, and how often they were. */

function CouponRow({ coupon, onEdit }: { coupon: Coupon; onEdit: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('coupons.updateCoupon')
  const remove = useApiMutation('coupons.deleteCoupon')
  const { id, specification } = coupon
  const [word, tone] = couponState(coupon)
  const setActive = (active: boolean): Promise<void> =>
    update
      .mutateAsync({ params: { id }, body: { specification: { active }, fieldMask: { paths: ['active'] } } })
      .then(() => toast(active ? t.turnedOn(specification.code) : t.turnedOff(specification.code)), toastError)
  return (
    <Row
      title={specification.code}
      sub={describeCoupon(coupon, site)}
      facts={<StateTag tone={tone}>{word}</StateTag>}
      onOpen={onEdit}
      actions={
        <>
          <Allowed operation="coupons.updateCoupon">
            <Button variant="default" onClick={() => void setActive(!specification.active)}>
              {specification.active ? t.turnOff : t.turnOn}
            </Button>
          </Allowed>
          <Allowed operation="coupons.deleteCoupon">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: t.deleteAsk(specification.code),
                  description: t.deleteEffect,
                  confirmLabel: t.deleteCoupon,
                  cancelLabel: commonWords.cancel,
                  danger: true,
                  successMessage: t.deleted(specification.code),
                  onConfirm: () => remove.mutateAsync({ params: { id: id } }),
                })
              }
            >
              {commonWords.delete}
            </Button>
          </Allowed>
        </>
      }
    />
  )
}

export function Coupons() {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
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
              title={t.none}
              action={
                <Allowed operation="coupons.createCoupon">
                  <Button onClick={() => setUrl({ edit: 'coupon' })}>{words.newCoupon}</Button>
                </Allowed>
              }
            >
              {t.offer}
            </EmptyState>
          ) : (
            <>
              <List label={words.coupons}>
                {data.coupons.map((coupon) => (
                  <CouponRow key={coupon.id} coupon={coupon} onEdit={() => setUrl({ edit: coupon.id }, { push: true })} />
                ))}
              </List>
              <Pager
                page={page}
                pages={Math.ceil(data.totalResults / size)}
                total={data.totalResults}
                what={t.what}
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
