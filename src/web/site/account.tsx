/** Everything that is mine: bookings, plans, profile, sign-in. */
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callPath, useAsk, useDo, useIsMember } from '../api.ts'
import { saveTokens, getClientId } from '../auth.ts'
import { SignIn } from '../hosted/sign-in.tsx'
import { ConfirmButton } from '../kit/confirm.tsx'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Page, useTitle } from '../kit/page.tsx'
import { Avatar } from '../kit/picture.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { toast } from '../kit/toasts.tsx'
import { When } from '../kit/when.tsx'
import { calendarFile } from '../hosted/calendar-file.ts'
import { type ExtendedBooking, type Member, type MemberOrder, type SlotEntry, useMyBookings, useMyOrders, useMyself, useService } from './catalog.ts'
import { SlotPicker } from './slot-picker.tsx'
import { queryClient } from '../api.ts'
import { Modal } from '@mantine/core'

const tabs = [
  ['bookings', 'My bookings'],
  ['plans', 'My plans'],
  ['profile', 'My profile'],
  ['security', 'Sign-in & security'],
] as const
export function Account() {
  const member = useIsMember()
  const { tab = 'bookings' } = useSearch({ strict: false }) as { tab?: string }
  if (!member) return <SignedOutAccount />
  return (
    <Page title="My account">
      <div className="account">
        <nav className="account-nav" aria-label="My account">
          {tabs.map(([id, label]) => (
            <Link key={id} to="/account" search={{ tab: id } as never} aria-current={tab === id ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <div>{tab === 'plans' ? <Plans /> : tab === 'profile' ? <Profile /> : tab === 'security' ? <Security /> : <Bookings />}</div>
      </div>
    </Page>
  )
}
function SignedOutAccount() {
  useTitle('My account')
  return (
    <div className="page page-tight">
      <h1 className="sr">My account</h1>
      <SignIn title="Sign in to your account" onSignedIn={() => undefined} />
    </div>
  )
}

function Bookings() {
  const asked = useMyBookings()
  const [past, setPast] = useState(false)
  if (asked.isPending) return <Skeletons kind="rows" />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  const all = asked.data.extendedBookings ?? []
  const gone = (one: ExtendedBooking) =>
    ['CANCELED', 'DECLINED'].includes(one.booking.status) || Date.parse(one.booking.endDate ?? one.booking.startDate) < Date.now()
  const shown = all.filter((one) => gone(one) === past)
  if (!past) shown.reverse()
  return (
    <div className="stack">
      <div className="chips" role="group" aria-label="Which bookings">
        <button type="button" className="chip" aria-pressed={!past} onClick={() => setPast(false)}>
          Upcoming
        </button>
        <button type="button" className="chip" aria-pressed={past} onClick={() => setPast(true)}>
          Past and cancelled
        </button>
      </div>
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={past ? 'Nothing here yet' : 'Nothing booked'}
            action={
              <Button component={Link} to="/services">
                Book something
              </Button>
            }
          >
            {past ? 'What you have attended will be listed here.' : 'Choose a class or a time that suits you.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="list stack">
          {shown.map((one) => (
            <BookingCard key={one.booking.id} item={one} past={past} />
          ))}
        </ul>
      )}
    </div>
  )
}

function BookingCard({ item, past }: { item: ExtendedBooking; past: boolean }) {
  const { booking, allowedActions } = item
  const cancel = useDo('bookings.cancelBooking')
  const [moving, setMoving] = useState(false)
  const title = booking.bookedEntity.title ?? 'Booking'
  const slot = booking.bookedEntity.slot
  return (
    <li className="card stack" style={{ border: 0 }}>
      <div className="row row-between">
        <h2 style={{ fontSize: '1.15rem' }}>{title}</h2>
        <StatusBadge status={booking.status} />
      </div>
      <p>
        <When at={booking.startDate} until={booking.endDate} both />
        {slot?.resource?.name ? (
          <>
            <br />
            <span className="dim">with {slot.resource.name}</span>
          </>
        ) : null}
        {slot?.location?.name || slot?.location?.formattedAddress ? (
          <>
            <br />
            <span className="dim">{slot.location.name || slot.location.formattedAddress}</span>
          </>
        ) : null}
      </p>
      {past ? null : (
        <div className="row">
          <Button
            component="a"
            variant="default"
            download="booking.ics"
            href={calendarFile({
              id: booking.id,
              title,
              start: booking.startDate,
              end: booking.endDate ?? booking.startDate,
              place: slot?.location?.formattedAddress ?? '',
            })}
          >
            Add to calendar
          </Button>
          {allowedActions?.reschedule && slot ? (
            <Button variant="light" onClick={() => setMoving(true)}>
              Reschedule
            </Button>
          ) : null}
          {allowedActions?.cancel ? (
            <ConfirmButton
              label="Cancel"
              title={`Cancel ${title}?`}
              verb="Cancel this booking"
              keep="Keep it"
              onConfirm={async () => {
                await cancel.mutateAsync({ params: { bookingId: booking.id }, body: { revision: booking.revision } } as never)
                toast('Your booking is cancelled')
              }}
            >
              <p>
                <When at={booking.startDate} />: your place goes to somebody else. If a plan paid for it, the credit comes back.
              </p>
            </ConfirmButton>
          ) : booking.status === 'CONFIRMED' ? (
            <p className="small dim">It is too late to cancel online.</p>
          ) : null}
        </div>
      )}
      {moving ? <Reschedule item={item} onClose={() => setMoving(false)} /> : null}
    </li>
  )
}

function Reschedule({ item, onClose }: { item: ExtendedBooking; onClose: () => void }) {
  const { booking } = item
  const service = useService(booking.bookedEntity.slot?.serviceId ?? '')
  const move = useDo('bookings.rescheduleBooking')
  const [slot, setSlot] = useState<SlotEntry>()
  const save = async () => {
    if (!slot) invalid([{ field: 'time', description: 'choose a new time' }])
    const to = slot?.slot
    await move.mutateAsync({
      params: { bookingId: booking.id },
      body: {
        revision: booking.revision,
        slot: {
          serviceId: to?.serviceId,
          scheduleId: to?.scheduleId,
          startDate: to?.startDate,
          endDate: to?.endDate,
          timezone: to?.timezone,
          sessionId: to?.sessionId,
          eventId: to?.sessionId,
          ...(to?.resource?.id ? { resource: { id: to.resource.id } } : {}),
        },
      },
    } as never)
    toast('Your booking is moved')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Move ${booking.bookedEntity.title ?? 'booking'}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className="dim small" style={{ marginBottom: 12 }}>
        Now: <When at={booking.startDate} />
      </p>
      {service.data ? (
        <Form label="New time" submit="Move to this time" onSubmit={save}>
          <SlotPicker service={service.data} selected={slot} onSelect={setSlot} />
        </Form>
      ) : (
        <Skeletons kind="text" />
      )}
    </Modal>
  )
}

function Plans() {
  const asked = useMyOrders()
  const balances = useAsk('orders.getMyBalances')
  if (asked.isPending) return <Skeletons kind="rows" />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (asked.data.orders.length === 0)
    return (
      <div className="card">
        <EmptyState
          title="No plan yet"
          action={
            <Button component={Link} to="/plans">
              See plans
            </Button>
          }
        >
          With a plan, booking takes two clicks.
        </EmptyState>
      </div>
    )
  return (
    <ul className="list stack">
      {asked.data.orders.map((order) => (
        <OrderCard key={order.id} order={order} balance={balances.data?.balances.find((one) => one.orderId === order.id)} />
      ))}
    </ul>
  )
}

interface Balance {
  unlimited: boolean
  balance?: string
  total?: string
  expires?: string
}
function OrderCard({ order, balance }: { order: MemberOrder & { wixPayOrderId?: string }; balance: Balance | undefined }) {
  const actions = useAsk('orders.getAvailableActions', { params: { id: order.id } }, { enabled: ['ACTIVE', 'PENDING', 'PAUSED'].includes(order.status) })
  const cancel = useDo('orders.requestCancellation')
  const recurring = order.currentCycle?.endedDate && order.status === 'ACTIVE' && !order.autoRenewCanceled
  const last = order.endDate ?? order.currentCycle?.endedDate
  const effectiveAt = order.status === 'ACTIVE' && recurring ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
  return (
    <li className="card stack" style={{ border: 0 }}>
      <div className="row row-between">
        <h2 style={{ fontSize: '1.15rem' }}>{order.planName}</h2>
        <StatusBadge status={order.status} />
      </div>
      <dl className="facts">
        <dt>Since</dt>
        <dd>
          <When at={order.startDate} style="date" />
        </dd>
        {balance ? (
          <>
            <dt>Credits</dt>
            <dd>{balance.unlimited ? 'Unlimited' : `${balance.balance ?? 0} of ${balance.total ?? 0} left`}</dd>
          </>
        ) : null}
        {recurring ? (
          <>
            <dt>Next payment</dt>
            <dd>
              <When at={order.currentCycle?.endedDate} style="date" />
            </dd>
          </>
        ) : last ? (
          <>
            <dt>{order.status === 'ENDED' || order.status === 'CANCELED' ? 'Ended' : 'Ends'}</dt>
            <dd>
              <When at={last} style="date" />
            </dd>
          </>
        ) : null}
        {order.status === 'PAUSED' && order.pausePeriods?.at(-1) ? (
          <>
            <dt>Paused since</dt>
            <dd>
              <When at={order.pausePeriods.at(-1)?.pauseDate} style="date" />
            </dd>
          </>
        ) : null}
      </dl>
      <div className="row">
        {order.status === 'DRAFT' && order.wixPayOrderId ? (
          <Button component="a" href={`/checkout/pay/${order.wixPayOrderId}`}>
            Pay now
          </Button>
        ) : null}
        {actions.data?.cancelableByBuyer ? (
          <ConfirmButton
            label="Cancel plan"
            title={`Cancel ${order.planName}?`}
            verb="Cancel this plan"
            keep="Keep my plan"
            onConfirm={async () => {
              await cancel.mutateAsync({ params: { id: order.id }, body: { effectiveAt } })
              toast(effectiveAt === 'IMMEDIATELY' ? 'Your plan is cancelled' : 'Your plan will not renew')
            }}
          >
            {effectiveAt === 'NEXT_PAYMENT_DATE' ? (
              <p>
                You will not be charged again. Everything in your plan stays yours until <When at={order.currentCycle?.endedDate} style="date" />.
              </p>
            ) : (
              <p>Your plan ends right away. Nothing more will be charged.</p>
            )}
          </ConfirmButton>
        ) : null}
      </div>
    </li>
  )
}

function Profile() {
  const me = useMyself()
  if (me.isPending) return <Skeletons kind="text" count={5} />
  if (me.error) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
  return me.data.member ? <ProfileForm member={me.data.member} /> : null
}
function ProfileForm({ member }: { member: Member }) {
  const [nickname, setNickname] = useState(member.profile?.nickname ?? ''),
    [first, setFirst] = useState(member.contact?.firstName ?? ''),
    [last, setLast] = useState(member.contact?.lastName ?? ''),
    [phone, setPhone] = useState(member.contact?.phones?.[0] ?? '')
  const save = async () => {
    await callPath('PATCH', `/v1/members/${member.id}`, {
      member: { profile: { nickname }, contact: { firstName: first, lastName: last, ...(phone ? { phones: [phone] } : {}) } },
    })
    await queryClient.invalidateQueries()
    toast('Your profile is saved')
  }
  return (
    <div className="card stack">
      <div className="row">
        <Avatar name={nickname || member.loginEmail || ''} src={member.profile?.photo?.url} size={64} />
        <div>
          <p className="strong">{nickname || `${first} ${last}`}</p>
          <p className="dim small">{member.loginEmail}</p>
        </div>
      </div>
      <Form label="My profile" submit="Save" onSubmit={save}>
        <FormField
          name="nickname"
          label="Shown name"
          hint="Other members see this."
          autoComplete="nickname"
          value={nickname}
          onChange={setNickname}
          required
          maxLength={100}
        />
        <FormField name="firstName" label="First name" autoComplete="given-name" value={first} onChange={setFirst} maxLength={100} />
        <FormField name="lastName" label="Last name" autoComplete="family-name" value={last} onChange={setLast} maxLength={100} />
        <FormField name="phones" label="Phone" type="tel" autoComplete="tel" inputMode="tel" value={phone} onChange={setPhone} maxLength={50} />
      </Form>
    </div>
  )
}

function Security() {
  const [password, setPassword] = useState(''),
    [again, setAgain] = useState('')
  const change = async () => {
    if (password !== again) invalid([{ field: 'again', description: 'the two passwords differ' }])
    await callPath('POST', '/v2/change-password', { newPassword: password })
    setPassword('')
    setAgain('')
    toast('Your password is changed')
  }
  const leave = async () => {
    const answer = await callPath<{ redirectSession: { fullUrl: string } }>('POST', '/v1/redirect-session', {
      logout: { clientId: getClientId() },
      callbacks: { postFlowUrl: `${location.origin}/signed-out` },
    }).catch(() => undefined)
    saveTokens(undefined)
    queryClient.clear()
    const url = answer ? new URL(answer.redirectSession.fullUrl) : undefined
    location.assign(url ? url.pathname + url.search : '/signed-out')
  }
  return (
    <div className="stack">
      <div className="card stack">
        <h2 style={{ fontSize: '1.2rem' }}>Change your password</h2>
        <Form label="Change your password" submit="Change password" onSubmit={change}>
          <FormField
            name="newPassword"
            label="New password"
            hint="At least 8 characters. Other devices are signed out."
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={setPassword}
          />
          <FormField name="again" label="The same once more" type="password" autoComplete="new-password" required value={again} onChange={setAgain} />
        </Form>
      </div>
      <div className="card row row-between">
        <div>
          <h2 style={{ fontSize: '1.2rem' }}>Sign out</h2>
          <p className="dim">On this device.</p>
        </div>
        <Button variant="default" onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
