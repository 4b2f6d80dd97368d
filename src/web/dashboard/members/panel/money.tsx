/** What a member owes and paid: bookings and plans that are not paid, with what settles them, and the latest payments. */
import { Button, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { formatOwed, useOwed } from '../figures.ts'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { isUnpaid, useBookingActions } from '../../parts/booking-actions.tsx'
import { HeldOr } from '../../parts/held-notice.tsx'
import { toBookingSummary } from '../../parts/booking-summary.ts'
import { feeReasons, useFeeActions } from '../../parts/fee-actions.ts'
import { formatInstant, formatPrice, formatTimeRange, memberName } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { invoiceState } from '../../parts/payment-labels.ts'
import { DetailList, List, Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'

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
    <Section title="Bookings to be paid">
      <QueryView query={found}>
        {({ extendedBookings }) =>
          extendedBookings.length === 0 ? (
            <Text c="dimmed">All bookings are paid.</Text>
          ) : (
            <List label="Bookings to be paid">
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
                          Open
                        </Button>
                        {isUnpaid(summary) && (
                          <HeldOr id={booking.id} who={booking.bookedEntity.title}>
                            <Allowed operation="bookingPages.markPaid">
                              <Button h={44} size="sm" variant="light" onClick={() => actions.markPaid(summary)}>
                                Mark as paid
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
  const site = useSite()
  const actions = useFeeActions()
  const found = useApiQuery('clients.listOpenFees', { params: { contactId: member.contactId ?? '' } }, { enabled: Boolean(member.contactId) })
  if (!member.contactId || found.data?.fees.length === 0) return null
  return (
    <Section title="Fees to be paid">
      <QueryView query={found}>
        {({ fees }) => (
          <List label="Fees to be paid">
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
                        Open
                      </Button>
                      <Allowed operation="bookingFees.waiveBookingFee">
                        <Button h={44} size="sm" variant="subtle" aria-label={`Waive ${shown} for ${title}`} onClick={() => actions.waive(request)}>
                          Waive
                        </Button>
                      </Allowed>
                      {isChargeable && (
                        <Allowed operation="bookingFees.chargeBookingFee">
                          <Button h={44} size="sm" variant="light" aria-label={`Charge ${shown} for ${title}`} onClick={() => actions.charge(request)}>
                            Charge
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
  const site = useSite()
  const { bookings, fees, plans, all } = useOwed(contactId ? [contactId] : [])(contactId)
  if (all.length === 0) return null
  const inMoney = (parts: typeof all) => formatOwed(parts, site) || undefined
  return (
    <DetailList
      items={[
        ['Owed', inMoney(all)],
        ['For bookings', inMoney(bookings)],
        ['For fees', inMoney(fees)],
        ['For plans', inMoney(plans)],
      ]}
    />
  )
}

function UnpaidPlans({ member, onSell }: { member: Member; onSell: () => void }) {
  const found = useApiQuery('orders.managementListOrders', {
    query: { buyerIds: [member.id], orderStatuses: ['ACTIVE', 'PENDING'], paymentStatuses: ['UNPAID', 'FAILED'], limit: SHOWN },
  })
  return (
    <Section
      title="Plans to be paid"
      action={
        <Allowed operation={['orders.createOfflineOrder', 'plans.listPlans']}>
          <Button variant="light" onClick={onSell}>
            Sell plan
          </Button>
        </Allowed>
      }
    >
      <QueryView query={found}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Text c="dimmed">All plans are paid.</Text>
          ) : (
            <List label="Plans to be paid">
              {orders.map((order) => (
                <Row
                  key={order.id}
                  title={order.planName ?? 'Plan'}
                  actions={
                    <Button h={44} size="sm" variant="light" component={DashboardLink} to="/dashboard/plans" search={{ tab: 'subscriptions', open: order.id }}>
                      Open
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
  const site = useSite()
  const found = useApiQuery('moneyLists.listPayments', { query: { buyerId: member.id, limit: SHOWN, offset: 0 } })
  return (
    <Section
      title="Payments"
      action={
        <DashboardLink to="/dashboard/money" search={{ person: member.id }}>
          See all
        </DashboardLink>
      }
    >
      <QueryView query={found}>
        {({ payments }) =>
          payments.length === 0 ? (
            <Text c="dimmed">No payments yet.</Text>
          ) : (
            <List label="Payments">
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
                        Open
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
