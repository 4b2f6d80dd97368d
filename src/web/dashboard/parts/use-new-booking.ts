/** What is chosen for a new booking, and how it is saved. */
import { type FormEvent, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { todayIn } from '#web/kit/days.ts'
import { currentMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { toInstant } from '../business-time.ts'
import type { Member, Service } from '../entities.ts'
import { isFree, toBookedEntity, toContactDetails, toVisitEntities, toVisitLocation, trimValues } from './booked-entity.ts'
import { useConflicts } from './describe-conflicts.ts'
import { formatTimeRange } from './format-times.ts'
import type { FreeTime } from './free-times.ts'
import { messages } from './new-booking.messages.ts'
import { toastUndoable } from './undo.ts'

const text = currentMessages(messages)

export interface NewBookingDefaults {
  member?: Member | undefined
  serviceId?: string | undefined
  /** A day of the business, `2026-11-24`. */
  date?: string | undefined
  /** A local time of the business, `14:30`. */
  time?: string | undefined
  resourceId?: string | undefined
}

export interface NewBookingFormProps {
  start: NewBookingDefaults
  onClose: () => void
}

/** Service, day and time: an available one, or for appointments one that is typed. */
function useBookingTime(start: NewBookingDefaults) {
  const site = useSite()
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const [serviceId, setServiceId] = useState(start.serviceId ?? null)
  const [date, setDate] = useState(start.date ?? todayIn(site.timeZone))
  const [time, setTime] = useState<FreeTime>()
  const [more, setMore] = useState<string[]>([])
  const [own, setOwn] = useState(Boolean(start.time))
  const [forced, setForced] = useState(false)
  const [wall, setWall] = useState(start.time ?? '09:00')
  const [resourceId, setResourceId] = useState(start.resourceId ?? null)
  const service = services.data?.services.find((one) => one.id === serviceId)
  const appointment = service?.type === 'APPOINTMENT'
  const isTyped = appointment && own
  const offering = staff.data?.staffMembers.filter((one) => service?.staffMemberIds.includes(one.resourceId)) ?? []
  const starts =
    service?.type === 'COURSE'
      ? service.schedule.firstSessionStart
      : isTyped
        ? wall && toInstant(`${date} ${wall}:00`, site.timeZone)
        : time?.slot.startDate && new Date(time.slot.startDate).toISOString()
  const chooseService = (id: string | null) => {
    setServiceId(id)
    setTime(undefined)
    setMore([])
  }
  const chooseMore = (ids: string[]) => {
    setMore(ids)
    setTime(undefined)
  }
  const minutes = service?.schedule.availabilityConstraints.sessionDurations[0] ?? 60
  const typed = isTyped && starts ? [{ startDate: starts, endDate: new Date(Date.parse(starts) + minutes * 60_000).toISOString() }] : []
  const conflicts = useConflicts(typed, resourceId ? [resourceId] : [])
  const shared = {
    conflicts,
    service,
    services: services.data?.services ?? [],
    hasNoServices: services.data?.services.length === 0,
    serviceId,
    chooseService,
    appointment,
    offering,
    starts,
  }
  const chosen = { date, setDate, time, setTime, own, setOwn, forced, setForced, wall, setWall, resourceId, setResourceId }
  return {
    ...shared,
    ...chosen,
    more: appointment && !own ? more : [],
    chooseMore,
    /** What has no field that could say so: one of the times in the list. */
    lacksTime: service !== undefined && service.type !== 'COURSE' && !isTyped && !time,
    isChosen: service?.type === 'COURSE' || Boolean(isTyped ? wall && resourceId : time),
    skipsAvailability: isTyped && forced,
    toEntity: (of: Service) => toBookedEntity(of, { time, own: isTyped ? { date, wall, resourceId: resourceId ?? '' } : undefined, zone: site.timeZone }),
  }
}

/** A member or a guest. */
function useBookingClient(start: NewBookingDefaults) {
  const [kind, setKind] = useState<'member' | 'guest'>('member')
  const [member, setMember] = useState(start.member)
  const [guest, setGuest] = useState({ firstName: '', lastName: '', email: '', phone: '' })
  const shared = { kind, setKind, member, setMember, guest, setGuest }
  return {
    ...shared,
    isNamed: kind === 'member' ? member !== undefined : guest.firstName.trim() !== '',
    contactDetails: kind === 'member' && member ? toContactDetails(member) : trimValues(guest),
  }
}

interface VisitInput {
  contactDetails: Record<string, unknown>
  tell: boolean
}
function toVisitInput(first: Service, time: FreeTime, input: VisitInput, timeZone: string) {
  const location = toVisitLocation(first)
  const bookings = toVisitEntities(time, location, timeZone).map((bookedEntity) => ({
    bookedEntity,
    contactDetails: input.contactDetails,
    totalParticipants: 1,
    status: 'CONFIRMED' as const,
    selectedPaymentOption: 'OFFLINE' as const,
  }))
  const body = {
    bookings,
    multiServiceBookingType: 'SEQUENTIAL_BOOKINGS' as const,
    participantNotification: { notifyParticipants: input.tell },
    flowControlSettings: { skipSelectedPaymentOptionValidation: true },
  }
  return { body }
}

/** Books all services of a visit, or none; what was paid at the desk is marked on each. */
function useVisitBooking(onClose: () => void) {
  const site = useSite()
  const create = useApiMutation('multiBookings.createMultiServiceBooking')
  const markPaid = useApiMutation('bookingPages.markPaid')
  const book = async (first: Service, time: FreeTime, input: VisitInput & { paid: boolean }) => {
    const made = await create.mutateAsync(toVisitInput(first, time, input, site.timeZone)).catch(() => undefined)
    if (!made) return
    const ids = made.multiServiceBooking.bookings.map(({ bookingId }) => bookingId)
    if (input.paid) for (const id of ids) await markPaid.mutateAsync({ params: { id } }).catch(() => toast(text.notMarkedPaid))
    toast(text.bookedServices(ids.length, formatTimeRange(time.slot.startDate, time.slot.endDate, site)))
    onClose()
  }
  return { book, error: create.error, isSaving: create.isPending || create.isSuccess || markPaid.isPending }
}

/** Cancels what was just booked; clients who were notified of it are notified of that, too. */
function useTakingBack(notifyParticipants: boolean) {
  const cancel = useApiMutation('bookings.cancelBooking')
  return ({ id, revision }: { id: string; revision: string }) =>
    cancel.mutateAsync({
      params: { bookingId: id },
      body: { revision, participantNotification: { notifyParticipants }, flowControlSettings: { ignoreCancellationPolicy: true, withRefund: true } },
    })
}

export function useNewBooking({ start, onClose }: NewBookingFormProps) {
  const site = useSite()
  const when = useBookingTime(start)
  const client = useBookingClient(start)
  const [people, setPeople] = useState(1)
  const [paid, setPaid] = useState(false)
  const [chosenPlan, setPlan] = useState<string>()
  const [tell, setTell] = useState(true)
  const create = useApiMutation('bookings.createBooking')
  const markPaid = useApiMutation('bookingPages.markPaid')
  const takeBack = useTakingBack(tell)
  const visit = useVisitBooking(onClose)
  const { service, starts } = when
  const { kind, member } = client
  const isVisit = when.more.length > 0
  const planFits = !isVisit && kind === 'member' && member && service?.payment.options?.pricingPlan && starts ? { member, service, starts } : undefined
  const plan = planFits ? chosenPlan : undefined
  const ready = service && client.isNamed && when.isChosen
  const toInput = (of: Service) => ({
    body: {
      booking: {
        bookedEntity: when.toEntity(of),
        contactDetails: client.contactDetails,
        totalParticipants: people,
        status: 'CONFIRMED' as const,
        ...(plan ? { selectedPaymentOption: 'MEMBERSHIP' as const } : isFree(of) ? {} : { selectedPaymentOption: 'OFFLINE' as const }),
      },
      ...(plan ? { planOrderId: plan } : {}),
      participantNotification: { notifyParticipants: tell },
      flowControlSettings: { skipSelectedPaymentOptionValidation: true, ...(when.skipsAvailability ? { skipAvailabilityValidation: true } : {}) },
    },
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!service || !ready) return
    if (isVisit && when.time) return visit.book(service, when.time, { contactDetails: client.contactDetails, tell, paid })
    const made = await create.mutateAsync(toInput(service)).catch(() => undefined)
    if (!made) return
    const isPaidNow = paid && !isFree(service) && !plan
    if (isPaidNow) await markPaid.mutateAsync({ params: { id: made.booking.id } }).catch(() => toast(text.notMarkedPaid))
    const booked = text.booked(service.name, formatTimeRange(made.booking.startDate, made.booking.endDate, site))
    // What was paid at the desk is not taken back by a press on a message.
    toastUndoable(booked, isPaidNow ? undefined : () => takeBack(made.booking))
    onClose()
  }
  const shared = { people, setPeople, paid, setPaid, planFits, plan, setPlan, tell, setTell, ready, save }
  const visitInput =
    service && ready && isVisit && when.time && toVisitInput(service, when.time, { contactDetails: client.contactDetails, tell }, site.timeZone)
  return {
    ...when,
    ...client,
    ...shared,
    /** What will be sent, once all of it is chosen. */
    input: service && ready && !isVisit ? toInput(service) : undefined,
    visitInput: visitInput || undefined,
    error: visit.error ?? create.error,
    // Until the panel is closed, too: what is booked is not asked about once more.
    isSaving: visit.isSaving || create.isPending || create.isSuccess || markPaid.isPending,
  }
}
export type NewBookingState = ReturnType<typeof useNewBooking>
