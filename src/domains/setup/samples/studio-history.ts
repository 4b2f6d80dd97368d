/** A year at the studio: its classes week by week, with who came, who cancelled and what was paid. */
import { getToday, nextWeekday, toDay, toInstant, toLocal, toMoment, type CallAsOwner, type SampleContext } from './calls.ts'
import { bookAll, listSessions, settleWeek } from './history.ts'
import { CLASSES } from './studio-data.ts'
import { getJoinedAt, getSamplePerson, REGULARS } from './studio-people.ts'
import type { StudioWords } from './words.ts'

type StudioContext = SampleContext & { words: StudioWords }
export interface MadeClass {
  id: string
  scheduleId: string
  /** Who leads it. */
  resourceId: string
}

const WEEKS_OF_HISTORY = 52
/** The studio grew. The last weeks are full; before them a few bookings a week stand for the rest, so that a start stays quick. */
const guestsInWeek = (weeksAgo: number): number => (weeksAgo > 26 ? 1 : weeksAgo > 6 ? 2 : 5)

/** The sessions before this week, as series of their own: those from today on are not changed with them. */
async function makePastSessions(call: CallAsOwner, when: StudioContext, classes: readonly MadeClass[]): Promise<void> {
  const today = getToday(when)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const founding = when.now.subtract({ hours: 24 * 7 * (WEEKS_OF_HISTORY + 1) })
  for (const [at, { scheduleId, resourceId }] of classes.entries()) {
    const facts = CLASSES[at] as (typeof CLASSES)[number]
    for (const [weekday, time] of facts.at) {
      const start = toLocal(nextWeekday(monday.subtract({ weeks: WEEKS_OF_HISTORY }), weekday), time)
      const event = {
        scheduleId,
        type: 'CLASS',
        title: when.words.classes[at]?.name,
        start: toMoment(start),
        end: toMoment(start.add({ minutes: facts.minutes })),
        resources: [{ id: resourceId }],
        recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [toDay(weekday)], until: toMoment(start.add({ weeks: WEEKS_OF_HISTORY - 1 })) },
      }
      await call('POST', '/calendar/v3/events', { event }, { at: founding })
    }
  }
}

const toClassBooking = (serviceId: string, eventId: string, contactDetails: object) => ({
  booking: {
    bookedEntity: { slot: { serviceId, eventId } },
    contactDetails,
    totalParticipants: 1,
    status: 'CONFIRMED',
    selectedPaymentOption: 'OFFLINE',
  },
})

export async function makeStudioHistory(call: CallAsOwner, when: StudioContext, classes: readonly MadeClass[]): Promise<void> {
  await makePastSessions(call, when, classes)
  const today = getToday(when)
  const thisMonday = today.subtract({ days: today.dayOfWeek - 1 })
  const sessions: Awaited<ReturnType<typeof listSessions>>[] = []
  for (const { scheduleId } of classes) sessions.push(await listSessions(call, scheduleId, thisMonday.subtract({ weeks: WEEKS_OF_HISTORY }), thisMonday))
  let firstTurn = 0
  for (let weeksAgo = WEEKS_OF_HISTORY - 1; weeksAgo >= 1; weeksAgo--) {
    const monday = thisMonday.subtract({ weeks: weeksAgo })
    const [from, to] = [monday.toString(), monday.add({ weeks: 1 }).toString()]
    const bookedAt = toInstant(toLocal(monday.subtract({ days: 3 }), '11:20'), when)
    const people = Array.from({ length: REGULARS }, (_, at) => at).filter(
      (at) => at < 4 || getJoinedAt(when, at).epochMilliseconds < bookedAt.epochMilliseconds,
    )
    const inputs = Array.from({ length: guestsInWeek(weeksAgo) }, (_, at) => {
      const place = (weeksAgo + at) % classes.length
      const held = sessions[place]?.filter(({ start }) => start.localDate >= from && start.localDate < to) ?? []
      const person = people[(weeksAgo * 5 + at * 3) % people.length] ?? 0
      return toClassBooking(classes[place]?.id ?? '', held[at % held.length]?.id ?? '', getSamplePerson(when.words.people, person))
    })
    const booked = await bookAll(call, inputs, bookedAt)
    await settleWeek(call, when, { weeksAgo, monday, firstTurn }, booked)
    firstTurn += booked.length
  }
}
