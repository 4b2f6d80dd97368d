/** Who is offered the next free place of a full class. Source: guide: bookings 13.3. */
export type EntryStatus = 'WAITING' | 'SUGGESTING' | 'EXPIRED' | 'ENROLLED' | 'LEFT'

export interface WaitingEntry {
  id: string
  people: number
  status: EntryStatus
  /** Round in which the entry was offered a place last; 0 for never. */
  offeredRound: number
}
export interface RoundAsk {
  round: number
  /** A round of offers is under way: newcomers get nothing until it ends. */
  running: boolean
  /** Places that are neither taken nor under a live offer. */
  free: number
  /** A place became free just now (not: an offer ran out). Only that begins a new round. */
  freed: boolean
  /** From the latest allowed booking time on nobody is offered anything. */
  closed: boolean
  /** Those who still wait, in order of registration. */
  entries: readonly WaitingEntry[]
}
export interface Round {
  round: number
  running: boolean
  offers: string[]
  /** Entries without an offer that keep newcomers away. */
  waiting: number
}

const waits = (entry: WaitingEntry) => entry.status === 'WAITING' || entry.status === 'EXPIRED'

export function nextOffers(ask: RoundAsk): Round {
  if (ask.closed) return { round: ask.round, running: false, offers: [], waiting: 0 }
  const begins = !ask.running && ask.freed && ask.free > 0 && ask.entries.some(waits)
  if (!ask.running && !begins)
    return { round: ask.round, running: false, offers: [], waiting: ask.entries.filter((entry) => entry.status === 'WAITING').length }
  const round = begins ? ask.round + 1 : ask.round
  const offers: string[] = []
  let free = ask.free
  let unoffered = 0
  for (const entry of ask.entries) {
    if (!waits(entry) || entry.offeredRound >= round) continue
    if (entry.people <= free) {
      offers.push(entry.id)
      free -= entry.people
      // An entry that needs more than is free is passed over for now and keeps its place.
    } else unoffered += 1
  }
  const running = offers.length > 0 || unoffered > 0 || ask.entries.some((entry) => entry.status === 'SUGGESTING')
  return { round, running, offers, waiting: unoffered }
}

/** How long an offer stands: its reservation time, but never past the latest booking time of the session. Instants in milliseconds. */
export const offerUntil = (nowMs: number, minutes: number, latestMs: number): number => Math.min(nowMs + minutes * 60_000, latestMs)
