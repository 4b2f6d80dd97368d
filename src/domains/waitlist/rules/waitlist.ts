/** Who is offered the next free place of a full class. Source: guide bookings §13.3. */
import type { Decision } from '#kit/api/refusal.ts'
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type EntryStatus = 'WAITING' | 'SUGGESTING' | 'EXPIRED' | 'ENROLLED' | 'LEFT'
export type EntryStep = 'offer' | 'expire' | 'enroll' | 'leave'

/** An entry whose offer expired keeps its position and may get another offer. */
export const waitlistEntryMachine: StateMachine<EntryStatus, EntryStep> = {
  WAITING: { offer: 'SUGGESTING', enroll: 'ENROLLED', leave: 'LEFT' },
  SUGGESTING: { expire: 'EXPIRED', enroll: 'ENROLLED', leave: 'LEFT' },
  EXPIRED: { offer: 'SUGGESTING', enroll: 'ENROLLED', leave: 'LEFT' },
  ENROLLED: {},
  LEFT: {},
}
export type EntryTransition = Transition<EntryStatus>

export interface WaitingEntry {
  id: string
  people: number
  status: EntryStatus
  /** The last round in which the entry got an offer; 0 for never. */
  offeredRound: number
}
export interface OfferRoundInput {
  round: number
  /** A round of offers is open. */
  running: boolean
  /** Seats that are neither taken nor offered. */
  free: number
  /** A seat came free just now, other than by an expired offer. */
  freed: boolean
  /** The latest booking time has passed: no more offers. */
  closed: boolean
  /** Open entries in order of registration. */
  entries: readonly WaitingEntry[]
}
export interface OfferRound {
  round: number
  running: boolean
  offers: string[]
  /** Entries that block other customers; 0 while the free seats fit none of the waiting parties. */
  waiting: number
}

const isWaiting = (entry: Pick<WaitingEntry, 'status'>) => entry.status === 'WAITING' || entry.status === 'EXPIRED'

/** The entries of a round that fit the free seats, in order; a larger party keeps its turn in the round. */
function serveRound(entries: readonly WaitingEntry[], round: number, free: number): { offers: WaitingEntry[]; passedOver: number } {
  const offers: WaitingEntry[] = []
  let left = free
  let passedOver = 0
  for (const entry of entries) {
    if (!isWaiting(entry) || entry.offeredRound >= round) continue
    if (entry.people <= left) {
      offers.push(entry)
      left -= entry.people
    } else passedOver += 1
  }
  return { offers, passedOver }
}

/**
 * Offers every free seat that an entry in line can take. The rest is open to all: no seat is kept for a party
 * that needs more. Source: guide bookings §13.3.
 */
export function decideOffers(input: OfferRoundInput): OfferRound {
  if (input.closed) return { round: input.round, running: false, offers: [], waiting: 0 }
  const isOffered = input.entries.some((entry) => entry.status === 'SUGGESTING')
  const current = input.running ? serveRound(input.entries, input.round, input.free) : { offers: [], passedOver: 0 }
  // An entry without any offer yet gets the free seat, whatever freed it.
  const isDue = input.freed || (!input.running && input.entries.some((entry) => entry.status === 'WAITING' && entry.people <= input.free))
  const begins =
    isDue && current.offers.length === 0 && !(input.running && isOffered) && input.entries.some((entry) => isWaiting(entry) && entry.people <= input.free)
  const round = begins ? input.round + 1 : input.round
  const { offers, passedOver } = begins ? serveRound(input.entries, round, input.free) : current
  const left = input.free - offers.reduce((sum, entry) => sum + entry.people, 0)
  const waiting = input.entries.filter((entry) => isWaiting(entry) && !offers.includes(entry)).length
  return {
    round,
    running: offers.length > 0 || passedOver > 0 || isOffered,
    offers: offers.map((entry) => entry.id),
    waiting: left > 0 ? 0 : waiting,
  }
}

/**
 * Whether the business may offer seats to one entry out of turn. A live offer stands as it is; seats under another offer are not free.
 * Source: guide bookings §13.3.
 */
export function decideOfferNow(
  entry: Pick<WaitingEntry, 'status' | 'people'>,
  session: { free: number; closed: boolean },
): Decision<EntryStep, 'INVALID_BOOKING_STATUS' | 'BOOKING_POLICY_VIOLATION' | 'NO_OPEN_SPOTS'> {
  if (!isWaiting(entry)) return { refused: 'INVALID_BOOKING_STATUS', data: { status: entry.status } }
  if (session.closed) return { refused: 'BOOKING_POLICY_VIOLATION', data: { tooLateToBook: true } }
  if (entry.people > session.free) return { refused: 'NO_OPEN_SPOTS', data: { openSpots: session.free } }
  return { ok: 'offer' }
}

/** The end of an offer: its reservation time, at most the latest booking time of the session. Instants in milliseconds. */
export const calculateOfferEnd = (nowMs: number, minutes: number, latestMs: number): number => Math.min(nowMs + minutes * 60_000, latestMs)
