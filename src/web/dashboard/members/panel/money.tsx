/** What a member owes and paid: bookings and plans that are not paid, with what settles them, and the latest payments. */
import { Button, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { formatOwed, useOwed } from '../figures.ts'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { isUnpaid, useBookingActions } from '../../parts/booking-actions.tsx'
import { HeldOr } from '../../parts/held-notice.tsx'
import { toBookingSummary } from '../../parts/booking-summary.ts'
import { feeReasons, useFeeActions } from '../../parts/fee-actions.ts'
import { formatInstant, formatPrice, formatTimeRange } from '../../parts/format-times.ts'
import { memberName } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { invoiceState } from '../../parts/payment-labels.ts'
import { DetailList, List, Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'
import { sharedMessages } from '../shared.messages.ts'

const messages = defineDashboardMessages(
  {
    unpaidBookings: 'Bookings to be paid',
    bookingsPaid: 'All bookings are paid.',
    markPaid: 'Mark as paid',
    unpaidFees: 'Fees to be paid',
    waiveFor: (amount: string, title: string) => `Waive ${amount} for ${title}`,
    waive: 'Waive',
    chargeFor: (amount: string, title: string) => `Charge ${amount} for ${title}`,
    charge: 'Charge',
    forBookings: 'For bookings',
    forFees: 'For fees',
    forPlans: 'For plans',
    unpaidPlans: 'Plans to be paid',
    plansPaid: 'All plans are paid.',
    payments: 'Payments',
    noPayments: 'No payments yet.',
  },
  {
    de: {
      unpaidBookings: 'Offene Buchungen',
      bookingsPaid: 'Alle Buchungen sind bezahlt.',
      markPaid: 'Als bezahlt markieren',
      unpaidFees: 'Offene Gebühren',
      waiveFor: (amount, title) => `${amount} für ${title} erlassen`,
      waive: 'Erlassen',
      chargeFor: (amount, title) => `${amount} für ${title} abbuchen`,
      charge: 'Abbuchen',
      forBookings: 'Für Buchungen',
      forFees: 'Für Gebühren',
      forPlans: 'Für Tarife',
      unpaidPlans: 'Offene Tarife',
      plansPaid: 'Alle Tarife sind bezahlt.',
      payments: 'Zahlungen',
      noPayments: 'Noch keine Zahlungen.',
    },
  },
)

const unpaid = { $or: [{ paymentStatus: { $in: ['NOT_PAID', 'PARTIALLY_PAID'] } }, { paymentStatus: 'UNDEFINED', selectedPaymentOption: 'OFFLINE' }] }
const SHOWN = 10

export function MoneyTab({ member, onSell }: { member: Member; onSell: () => void }) {
  return (
    <>
      <Owed contactId={member.contactId} />
      <Allowed operation="extendedBookings.queryExtendedBookings">
        <UnpaidBookings member={member} />
      </Allowed>
      <Allowed operation="clients.listOpenFees">
        <OpenFees member={member} />
      </Allowed>
      <Allowed operation="orders.managementListOrders">
        <UnpaidPlans member={member} onSell={onSell} />
      </Allowed>
      <Allowed operation="moneyLists.listPayments">
        <Payments member={member} />
      </Allowed>
    </>
  )
}

function UnpaidBookings({ member }: { member: Member }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const actions = useBookingActions()
  const found = useApiQuery('extendedBookings.queryExtendedBookings', {
    body: {
      query: {
        filter: { 'contactDetails.contactId': member.contactId, status: 'CONFIRMED', $and: [unpaid] },
        sort: [{ fieldName: 'startDate', order: 'DESC' }],
        cursorPaging: { limit: SHOWN },
      },
    },
  })
  return (
    <Section title={t.unpaidBookings}>
      <QueryView query={found}>
        {({ extendedBookings }) =>
          extendedBookings.length === 0 ? (
            <Text c="dimmed">{t.bookingsPaid}</Text>
          ) : (
            <List label={t.unpaidBookings}>
              {extendedBookings.map(({ booking }) => {
                const summary = toBookingSummary(booking)
                return (
                  <Row
                    key={booking.id}
                    title={booking.bookedEntity.title}
                    sub={formatTimeRange(booking.startDate, booking.endDate, site)}
                    actions={
                      <>
                        <Button h={44} size="sm" variant="subtle" component={DashboardLink} to="/dashboard/bookings" search={{ open: booking.id }}>
                          {shared.open}
                        </Button>
                        {isUnpaid(summary) && (
                          <HeldOr id={booking.id} who={booking.bookedEntity.title}>
                            <Allowed operation="bookingPages.markPaid">
                              <Button h={44} size="sm" variant="light" onClick={() => actions.markPaid(summary)}>
                                {t.markPaid}
                              </Button>
                            </Allowed>
                          </HeldOr>
                        )}
                      </>
                    }
                  />
                )
              })}
            </List>
          )
        }
      </QueryView>
    </Section>
  )
}

/** Nothing is said of fees to those who owe none. */
function OpenFees({ member }: { member: Member }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const actions = useFeeActions()
  const found = useApiQuery('clients.listOpenFees', { params: { contactId: member.contactId ?? '' } }, { enabled: Boolean(member.contactId) })
  if (!member.contactId || found.data?.fees.length === 0) return null
  return (
    <Section title={t.unpaidFees}>
      <QueryView query={found}>
        {({ fees }) => (
          <List label={t.unpaidFees}>
            {fees.map(({ bookingId, title, startDate, trigger, amount, currency, isChargeable }) => {
              const shown = formatPrice({ value: amount, currency }, site)
              const request = { bookingId, amount: shown, who: memberName(member) }
              return (
                <Row
                  key={bookingId}
                  title={`${shown} ${feeReasons[trigger] ?? ''}`}
                  sub={`${title} · ${formatInstant(startDate, site, 'date')}`}
                  actions={
                    <>
                      <Button h={44} size="sm" variant="subtle" component={DashboardLink} to="/dashboard/bookings" search={{ open: bookingId }}>
                        {shared.open}
                      </Button>
                      <Allowed operation="bookingFees.waiveBookingFee">
                        <Button h={44} size="sm" variant="subtle" aria-label={t.waiveFor(shown, title)} onClick={() => actions.waive(request)}>
                          {t.waive}
                        </Button>
                      </Allowed>
                      {isChargeable && (
                        <Allowed operation="bookingFees.chargeBookingFee">
                          <Button h={44} size="sm" variant="light" aria-label={t.chargeFor(shown, title)} onClick={() => actions.charge(request)}>
                            {t.charge}
                          </Button>
                        </Allowed>
                      )}
                    </>
                  }
                />
              )
            })}
          </List>
        )}
      </QueryView>
    </Section>
  )
}

/** The sum of the list of members, and what of it is for what. */
function Owed({ contactId }: { contactId: string | undefined }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const { bookings, fees, plans, all } = useOwed(contactId ? [contactId] : [])(contactId)
  if (all.length === 0) return null
  const inMoney = (parts: typeof all) => formatOwed(parts, site) || undefined
  return (
    <DetailList
      items={[
        [shared.owed, inMoney(all)],
        [t.forBookings, inMoney(bookings)],
        [t.forFees, inMoney(fees)],
        [t.forPlans, inMoney(plans)],
      ]}
    />
  )
}

function UnpaidPlans({ member, onSell }: { member: Member; onSell: () => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('orders.managementListOrders', {
    query: { buyerIds: [member.id], orderStatuses: ['ACTIVE', 'PENDING'], paymentStatuses: ['UNPAID', 'FAILED'], limit: SHOWN },
  })
  return (
    <Section
      title={t.unpaidPlans}
      action={
        <Allowed operation={['orders.createOfflineOrder', 'plans.listPlans']}>
          <Button variant="light" onClick={onSell}>
            {shared.sellPlan}
          </Button>
        </Allowed>
      }
    >
      <QueryView query={found}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Text c="dimmed">{t.plansPaid}</Text>
          ) : (
            <List label={t.unpaidPlans}>
              {orders.map((order) => (
                <Row
                  key={order.id}
                  title={order.planName ?? shared.plan}
                  actions={
                    <Button h={44} size="sm" variant="light" component={DashboardLink} to="/dashboard/plans" search={{ tab: 'subscriptions', open: order.id }}>
                      {shared.open}
                    </Button>
                  }
                />
              ))}
            </List>
          )
        }
      </QueryView>
    </Section>
  )
}

function Payments({ member }: { member: Member }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('moneyLists.listPayments', { query: { buyerId: member.id, limit: SHOWN, offset: 0 } })
  return (
    <Section
      title={t.payments}
      action={
        <DashboardLink to="/dashboard/money" search={{ person: member.id }}>
          {shared.seeAll}
        </DashboardLink>
      }
    >
      <QueryView query={found}>
        {({ payments }) =>
          payments.length === 0 ? (
            <Text c="dimmed">{t.noPayments}</Text>
          ) : (
            <List label={t.payments}>
              {payments.map((one) => {
                const [word, tone] = invoiceState(one.state)
                return (
                  <Row
                    key={one.id}
                    title={`${formatPrice({ value: one.amount, currency: one.currency }, site)} · ${one.title}`}
                    sub={formatInstant(one.paidDate ?? one.dueDate, site, 'date')}
                    facts={<StateTag tone={tone}>{word}</StateTag>}
                    actions={
                      <Button h={44} size="sm" variant="subtle" component={DashboardLink} to="/dashboard/money" search={{ person: member.id, open: one.id }}>
                        {shared.open}
                      </Button>
                    }
                  />
                )
              })}
            </List>
          )
        }
      </QueryView>
    </Section>
  )
}
