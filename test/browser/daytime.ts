/**
 * The browser tests live on a Tuesday morning. What a page shows depends on the hour: late in the day a day has one time left, or none,
 * and chooses it by itself; on a Sunday the studio is closed. The next Tuesday, 09:02 in the zone of the samples, comes after the
 * machine's own time, so nothing that the browser keeps (cookies) is out of date for it. Time itself goes on as usual: half an hour that
 * begins while the tests run would take away the time that one of them is about to book.
 */
import { Temporal } from 'temporal-polyfill'

const TUESDAY = 2

function nextMorning(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const days = (TUESDAY - now.dayOfWeek + 7) % 7
  const morning = now.add({ days }).withPlainTime('09:02')
  return Temporal.ZonedDateTime.compare(morning, now) < 0 ? morning.add({ weeks: 1 }) : morning
}

/** Puts the clock of this realm (a page or this process) ahead by some milliseconds. Sent to pages as text: knows nothing of its module. */
function putAhead(milliseconds: number): void {
  const machine = Date.now.bind(Date)
  const now = () => machine() + milliseconds
  Date.now = now
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self) as object,
    apply: () => new Date(now()).toString(),
  })
}

const shared = globalThis as { millisecondsAhead?: number }

/** The files of a worker share one realm: put ahead once. */
if (shared.millisecondsAhead === undefined) {
  const now = Temporal.Now.zonedDateTimeISO('Europe/Berlin')
  shared.millisecondsAhead = nextMorning(now).epochMilliseconds - now.epochMilliseconds
  putAhead(shared.millisecondsAhead)
}

/** A script for pages: their clock goes with that of the server. */
export const daytimeScript = `(${putAhead.toString()})(${shared.millisecondsAhead})`
