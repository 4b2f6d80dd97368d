/** A year at the practice: appointments and classes week by week, each booked, held, paid or not at the time when it happened. */
import { getToday, toInstant, toLocal, type CallAsOwner, type SampleContext } from './calls.ts'
import { busyWeek, week, type WeekEntry } from './practice-facts.ts'
import { bookAll, listSessions, settleWeek, type PastWeek } from './history.ts'
import { BOOKING_MEMBERS, isOver, toBooking, toClassBooking, type Practice } from './practice-bookings.ts'
import { getMemberAge, type MadeMember, type Person } from './practice-members.ts'
import { WEEKS_OF_HISTORY } from './practice-services.ts'

/** The last weeks are full; before them a few bookings a week stand for the year, so that a start stays quick. */
const WEEKS_OF_GROWTH = 6
/** The practice grew. */
const appointmentsInWeek = (weeksAgo: number): number => (weeksAgo > 26 ? 1 : weeksAgo > WEEKS_OF_GROWTH ? 2 : 5)
/** One of the members who had joined by then. */
const memberAt = ({ members }: Practice, weeksAgo: number, turn: number): Person => {
  const joined = members.slice(0, BOOKING_MEMBERS).filter((_, at) => at < 2 || getMemberAge(at) > weeksAgo * 7 + 4)
  return (joined[(turn * 5 + weeksAgo) % joined.length] as MadeMember).person
}

interface PastPracticeWeek extends PastWeek {
  /** A session of the class that has guests. */
  sessionId: string | undefined
}

/** What is booked in a week: some appointments, and two places in its first class. */
function planWeek(when: SampleContext, practice: Practice, { weeksAgo, monday, sessionId, firstTurn }: PastPracticeWeek): object[] {
  const entries = Array.from({ length: appointmentsInWeek(weeksAgo) }, (_, at) => week[(weeksAgo * 3 + at) % week.length] as WeekEntry)
  // This week's entries are those of the calendar ahead: what is over of them has taken place.
  const past = weeksAgo > 0 ? entries : busyWeek.filter((entry) => isOver(when, monday, entry))
  const appointments = past.map((entry, at) => {
    const turn = firstTurn + at
    return toBooking(when, practice, { entry, date: monday.add({ days: entry.day - 1 }), person: memberAt(practice, weeksAgo, turn), turn })
  })
  const guests = sessionId ? [1, 2].map((at) => toClassBooking(practice, { eventId: sessionId, person: memberAt(practice, weeksAgo, firstTurn + at * 3) })) : []
  return [...appointments, ...guests]
}

/** One week: booked on the Friday before, settled at its end. Answers how many were booked. */
async function makeWeek(call: CallAsOwner, when: SampleContext, practice: Practice, past: PastPracticeWeek): Promise<number> {
  const booked = await bookAll(call, planWeek(when, practice, past), toInstant(toLocal(past.monday.subtract({ days: 3 }), '11:20'), when))
  await settleWeek(call, when, past, booked)
  return booked.length
}

export async function makeHistory(call: CallAsOwner, when: SampleContext, practice: Practice): Promise<void> {
  const today = getToday(when)
  const thisMonday = today.subtract({ days: today.dayOfWeek - 1 })
  const sessions = await listSessions(call, practice.services.backClass.scheduleId, thisMonday.subtract({ weeks: WEEKS_OF_HISTORY }), today)
  let firstTurn = 0
  for (let weeksAgo = WEEKS_OF_HISTORY - 1; weeksAgo >= 0; weeksAgo--) {
    const monday = thisMonday.subtract({ weeks: weeksAgo })
    const hasGuests = weeksAgo % 4 === 0 || weeksAgo <= WEEKS_OF_GROWTH
    const sessionId = hasGuests ? sessions.find(({ start }) => start.localDate >= monday.toString())?.id : undefined
    firstTurn += await makeWeek(call, when, practice, { weeksAgo, monday, sessionId, firstTurn })
  }
}
