/** Bookings in every state, one studio for a whole file, in which each booking has a time of its own. */
import type { TestReply } from '../test-server.ts'
import { guest, type BookingStudio, type CreatedService, type ServiceOptions } from './booking-studio.ts'

/** The instant at which each of these tests begins. */
export const NOW = '2027-05-01T10:00:00Z'
export type BookingState = 'CREATED' | 'PENDING' | 'CONFIRMED' | 'WAITING_LIST' | 'DECLINED' | 'CANCELED'
type Wire = TestReply['body']
export interface ClassSession {
  yoga: CreatedService
  eventId: string
}

const addMinutes = (instant: string, minutes: number): string => new Date(Date.parse(instant) + minutes * 60_000).toISOString().replace('.000Z', 'Z')

export type GuideBookings = ReturnType<typeof createGuideBookings>

/** All in the studio; the caller stops the clock at NOW. */
export function createGuideBookings(studio: BookingStudio) {
  const { server, site } = studio
  let day = 0
  /** An hour of a day that no other booking of the file has, far enough ahead for every policy. */
  const nextHour = (minutes = 60): [start: string, end: string] => {
    day += 1
    const start = addMinutes('2027-06-01T10:00:00Z', day * 24 * 60)
    return [start, addMinutes(start, minutes)]
  }
  const nextSlot = (service: CreatedService, minutes = 60) => studio.slotFor(service, ...nextHour(minutes))
  const toBody = <E extends object>(bookedEntity: E, more: object = {}) => ({
    booking: { bookedEntity, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more },
  })
  const inClass = ({ yoga, eventId }: ClassSession, more: object = {}) => toBody({ slot: { serviceId: yoga.id, eventId } }, more)
  const addClass = async (capacity: number, options: ServiceOptions = {}): Promise<ClassSession> => {
    const yoga = await studio.service({
      type: 'CLASS',
      name: 'Yoga',
      capacity,
      ...options,
      rules: { participantsPolicy: { maxParticipantsPerBooking: 9 }, ...options.rules },
    })
    return { yoga, eventId: await studio.session(yoga, ...nextHour()) }
  }
  const addCourse = async (capacity = 5) => {
    const course = await studio.service({ type: 'COURSE', name: 'Course', capacity, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } } })
    const [start, end] = nextHour()
    await studio.session(course, start, end, 'COURSE')
    return course
  }
  const act = (id: string, what: string, body: object = {}): Promise<TestReply> => studio.owner(`/v2/bookings/${id}/${what}`, body)
  const read = async (id: string, parts: object = {}): Promise<Wire> =>
    (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id } }, ...parts })).body.extendedBookings[0]
  const readBooking = async (id: string): Promise<Wire> => (await read(id)).booking
  /** With the revision of now. */
  const actNow = async (id: string, what: string, body: object = {}) => act(id, what, { revision: (await readBooking(id)).revision, ...body })
  const made = (answer: TestReply): Wire => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body.booking
  }
  /** Made by the customer of the token, else by the business, for which no limit of live holds counts. */
  const hold = async (body: object, token?: string): Promise<Wire> => made(await (token ? studio.create(body, token) : studio.owner('/v2/bookings', body)))

  /** A customer who waits for a class that one booking fills. */
  async function joinWaitlist() {
    const waitlistPolicy = { enabled: true, capacity: 3, reservationTimeInMinutes: 10 }
    const session = await addClass(1, { rules: { waitlistPolicy } })
    const seated = made(await studio.owner('/v2/bookings', inClass(session, { status: 'CONFIRMED' })))
    const token = await server.visitorToken(site)
    const { booking } = inClass(session)
    const { registration } = await server.ok('POST', '/bookings/v1/waitlist/register', { token, body: { sessionId: session.eventId, booking } })
    return { session, seated, token, registration, booking: await readBooking(registration.bookingId) }
  }
  /** An appointment in this state, or a place in a waitlist; of an approval service unless another is given. */
  async function inState(state: BookingState, service?: CreatedService, more: object = {}): Promise<Wire> {
    if (state === 'WAITING_LIST') return (await joinWaitlist()).booking
    const of = service ?? (await studio.service({ approval: true }))
    const { id } = await hold(toBody({ slot: nextSlot(of) }, more))
    const step = { CREATED: '', PENDING: 'mark_booking_as_pending', CONFIRMED: 'confirm', DECLINED: 'decline', CANCELED: 'cancel' }[state]
    if (step) made(await act(id, step, { revision: '1' }))
    return readBooking(id)
  }
  return { nextHour, nextSlot, toBody, inClass, addClass, addCourse, act, actNow, read, readBooking, made, hold, joinWaitlist, inState }
}
