import { Button, Group, Skeleton, Text } from '@mantine/core'
import { formatLocationText } from '#domains/bookings/rules/location-text.ts'
import { translate } from '#kit/pure/languages.ts'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { zoneName } from '#web/kit/zones.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { ExtendedBooking } from '../entities.ts'
import { isToRedeem, isUnpaid, canCheckIn, type BookingActions } from '../parts/booking-actions.tsx'
import { toBookingSummary, type BookingSummary } from '../parts/booking-summary.ts'
import { BookingSettlement } from './booking-settlement.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { ClientHistory } from './client-history.tsx'
import { BookingNote } from '../parts/booking-note.tsx'
import { PeopleChange } from './people-change.tsx'
import { BookingPayments, OpenAmount } from '../parts/booking-payments.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { HeldOr } from '../parts/held-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { StateTag } from '../parts/list.tsx'
import { FormAnswers } from '../parts/form-answers.tsx'
import { DetailList, EmailLink } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { formatTimeRange, formatInstant } from '../parts/format-times.ts'
import { bookingState, clientName, paymentState, participantCount } from '../parts/format.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    booking: 'Booking',
    doubleBookedAbout: 'Someone or something that this booking needs was taken at this time.',
    timeTakenAbout: 'Another booking has this time by now. Confirming this request books it twice.',
    gone: 'This booking no longer exists.',
    undoCheckIn: 'Undo check-in',
    redeem: 'Redeem plan',
    reschedule: 'Reschedule',
    cancel: 'Cancel booking',
    when: 'When',
    attended: 'Attended',
    answer: 'Answer',
    filledIn: 'Filled in',
    missing: 'Missing',
  },
  {
    de: {
      booking: 'Buchung',
      doubleBookedAbout: 'Jemand oder etwas, das diese Buchung braucht, war zu dieser Zeit schon vergeben.',
      timeTakenAbout: 'Diese Zeit hat inzwischen eine andere Buchung. Wenn du die Anfrage bestätigst, ist sie doppelt gebucht.',
      gone: 'Diese Buchung gibt es nicht mehr.',
      undoCheckIn: 'Check-in zurücknehmen',
      redeem: 'Tarif einlösen',
      reschedule: 'Verschieben',
      cancel: 'Buchung absagen',
      when: 'Wann',
      attended: 'Anwesend',
      answer: 'Antwort',
      filledIn: 'Ausgefüllt',
      missing: 'Fehlt',
    },
  },
)

/** One booking with all that may be done about it. */
export function BookingPanel({
  id,
  known,
  onClose,
  onMove,
  onOpen,
  actions,
}: {
  id: string | undefined
  known: ExtendedBooking[] | undefined
  onClose: () => void
  onMove: (booking: BookingSummary) => void
  onOpen: (id: string) => void
  actions: BookingActions
}) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const listed = known?.find(({ booking }) => booking.id === id)
  const found = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: { filter: { id }, paging: { limit: 1 } },
        withBookingAllowedActions: true,
        withBookingAttendanceInfo: true,
        withFormSubmissions: true,
        withTakenTimes: true,
      },
    },
    { enabled: Boolean(id) && !listed },
  )
  const extended = listed ?? found.data?.extendedBookings[0]
  const booking = extended?.booking
  return (
    <SidePanel
      open={Boolean(id)}
      title={booking ? clientName(booking) : t.booking}
      onClose={onClose}
      footer={
        extended && (
          <HeldOr id={id} who={clientName(extended.booking)}>
            <BookingButtons extended={extended} actions={actions} onMove={onMove} />
          </HeldOr>
        )
      }
    >
      {booking && extended ? (
        <>
          {booking.doubleBooked && (
            <Notice tone="wait" title={word.doubleBooked}>
              {t.doubleBookedAbout}
            </Notice>
          )}
          {extended.timeTaken && (
            <Notice tone="wait" title={word.timeTaken}>
              {t.timeTakenAbout}
            </Notice>
          )}
          <BookingBody extended={extended} />
          <BookingSettlement booking={toBookingSummary(booking)} hasEmail={Boolean(booking.contactDetails.email)}>
            <PeopleChange booking={booking} />
          </BookingSettlement>
          <BookingNote bookingId={booking.id} who={clientName(booking)} />
          <BookingPayments bookingId={booking.id} who={clientName(booking)} />
          <ClientHistory booking={booking} onOpen={onOpen} />
          <BookingTimeline bookingId={booking.id} to={booking.contactDetails.email} />
        </>
      ) : found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data ? (
        <Text>{t.gone}</Text>
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </SidePanel>
  )
}

function BookingButtons({ extended, actions, onMove }: { extended: ExtendedBooking; actions: BookingActions; onMove: (booking: BookingSummary) => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const facts = toBookingSummary(extended.booking)
  const attendanceStatus = extended.attendance?.status
  const now = new Date().toISOString()
  if (facts.status !== 'PENDING' && facts.status !== 'CONFIRMED') return null
  return (
    <>
      {facts.status === 'PENDING' && (
        <Allowed operation="bookings.confirmBooking">
          <Button size="md" onClick={() => actions.confirm(facts)}>
            {word.confirm}
          </Button>
        </Allowed>
      )}
      {facts.status === 'PENDING' && (
        <Allowed operation="bookings.declineBooking">
          <Button size="md" variant="default" onClick={() => actions.decline(facts)}>
            {word.decline}
          </Button>
        </Allowed>
      )}
      {canCheckIn(facts) && attendanceStatus !== 'ATTENDED' && (
        <Allowed operation="attendance.setAttendance">
          <Button size="md" loading={actions.pending} onClick={() => void actions.attend(facts, 'ATTENDED')}>
            {word.checkIn}
          </Button>
        </Allowed>
      )}
      {facts.status === 'CONFIRMED' && attendanceStatus === 'ATTENDED' && (
        <Allowed operation="attendance.setAttendance">
          <Button size="md" variant="default" onClick={() => void actions.attend(facts, 'NOT_SET')}>
            {t.undoCheckIn}
          </Button>
        </Allowed>
      )}
      {facts.status === 'CONFIRMED' && !facts.course && facts.start < now && attendanceStatus !== 'NOT_ATTENDED' && attendanceStatus !== 'ATTENDED' && (
        <Allowed operation="attendance.setAttendance">
          <Button size="md" variant="default" onClick={() => void actions.attend(facts, 'NOT_ATTENDED')}>
            {word.noShow}
          </Button>
        </Allowed>
      )}
      {facts.status === 'CONFIRMED' && isToRedeem(facts) && (
        <Allowed operation="bookingPages.payByPlan">
          <Button size="md" onClick={() => actions.payByPlan(facts)}>
            {t.redeem}
          </Button>
        </Allowed>
      )}
      {facts.status === 'CONFIRMED' && isUnpaid(facts) && (
        <Allowed operation="bookingPages.markPaid">
          <Button size="md" variant="default" onClick={() => actions.markPaid(facts)}>
            {word.markPaid}
          </Button>
        </Allowed>
      )}
      {facts.end > now && !facts.course && (
        <Allowed operation="bookings.rescheduleBooking">
          <Button size="md" variant="default" onClick={() => onMove(facts)}>
            {t.reschedule}
          </Button>
        </Allowed>
      )}
      {facts.status === 'CONFIRMED' && facts.end > now && (
        <Allowed operation="bookings.cancelBooking">
          <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(facts)}>
            {t.cancel}
          </Button>
        </Allowed>
      )}
    </>
  )
}

/** What a plan is to pay is no sum of money. */
const isOwed = (facts: BookingSummary): boolean => (facts.status === 'PENDING' || facts.status === 'CONFIRMED') && isUnpaid(facts) && !isToRedeem(facts)

function BookingBody({ extended }: { extended: ExtendedBooking }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const { booking, attendance } = extended
  const [state, tone] = bookingState(booking.status)
  const [paid, paidTone] = paymentState(booking.paymentStatus, booking.selectedPaymentOption)
  const { slot, schedule, title } = booking.bookedEntity
  const place = slot?.location ?? schedule?.location
  const service = useApiQuery('services.getService', { params: { serviceId: slot?.serviceId ?? schedule?.serviceId ?? '' }, query: {} })
  const facts = toBookingSummary(booking)
  return (
    <>
      <DetailList
        items={[
          [
            word.status,
            <StateTag key="state" tone={tone}>
              {state}
            </StateTag>,
          ],
          [word.service, title],
          [t.when, `${formatTimeRange(facts.start, facts.end, site)} (${zoneName(site.timeZone)})`],
          [word.staff, slot?.resource?.name],
          [
            word.location,
            formatLocationText(place ?? null, service.data?.service.conferencing?.enabled === true, (sentence) => translate(sentence, pageLanguage())) ||
              undefined,
          ],
          [word.people, String(participantCount(booking))],
          [
            word.payment,
            <Group key="paid" gap="xs">
              <StateTag tone={paidTone}>{paid}</StateTag>
              {isOwed(facts) && <OpenAmount bookingId={facts.id} />}
            </Group>,
          ],
          [word.attendance, attendance?.status === 'ATTENDED' ? t.attended : attendance?.status === 'NOT_ATTENDED' ? word.noShow : undefined],
          [commonWords.email, booking.contactDetails.email && <EmailLink key="email" address={booking.contactDetails.email} />],
          [
            commonWords.phone,
            booking.contactDetails.phone && (
              <a key="phone" href={`tel:${booking.contactDetails.phone}`} style={{ color: 'inherit' }}>
                {booking.contactDetails.phone}
              </a>
            ),
          ],
          ...booking.additionalFields.map((field): [string, string | undefined] => [field.label ?? t.answer, field.value]),
          [word.bookedOn, formatInstant(booking.createdDate, site)],
        ]}
      />
      {extended.intake && (
        <Text mt="md">
          {extended.intake.formName}: <StateTag tone={extended.intake.isDone ? 'good' : 'wait'}>{extended.intake.isDone ? t.filledIn : t.missing}</StateTag>
        </Text>
      )}
      <Allowed operation="forms.listSubmissions">
        <BookingAnswers booking={booking} />
      </Allowed>
    </>
  )
}

/** What was answered with the booking; what storefronts sent beside the contact stands among its facts already. */
function BookingAnswers({ booking }: { booking: ExtendedBooking['booking'] }) {
  const found = useApiQuery('forms.listSubmissions', { query: { bookingId: booking.id } })
  const isShown = ({ label, value }: { label: string; value: string }) =>
    booking.additionalFields.some((field) => field.label === label && field.value === value)
  return found.data?.submissions
    .map((submission) => ({ ...submission, answers: submission.answers.filter((answer) => !isShown(answer)) }))
    .filter(({ answers }) => answers.length > 0)
    .map(({ id, formName, answers }) => (
      <section key={id} aria-label={formName}>
        <Text fw={600} mt="md">
          {formName}
        </Text>
        <FormAnswers answers={answers} />
      </section>
    ))
}
