/**
 * Computes the slots of appointments: a grid of starts from the working hours, and for each start the free resources.
 * All times are epoch milliseconds; busy intervals include the buffer of their booking.
 * Source: guide services-and-availability §15.3–15.6.
 */
import { contains, mergeIntervals, type Interval } from '#kit/pure/intervals.ts'

export interface ResourceTime {
  id: string
  /** Instances of its working hours at the location, each the anchor of a grid of starts. */
  instances: readonly Interval[]
  /** Where a whole appointment must fit; see toOpenWindows. */
  windows: readonly Interval[]
  busy: readonly Interval[]
}

export interface SlotQuery {
  duration: number
  /** Buffer after the appointment. */
  buffer: number
  /** Distance of starts. */
  step: number
  /** The grid restarts at the end of each busy interval (split interval "same as duration"). */
  restartAfterBusy: boolean
  /** The resources that drive the slots, in the order in which they are listed. */
  primaries: readonly ResourceTime[]
  /** Other required types; at least one resource of each must be free. */
  others: readonly { typeId: string; resources: readonly ResourceTime[] }[]
  /** Starts in [from, to). */
  range: Interval
}

export interface Start {
  at: number
  /** Primary resources that are free for the whole slot; empty when another required type is not. */
  free: readonly string[]
  /** Free resources of the other types, in the order of the query. */
  others: readonly (readonly string[])[]
}

/** All starts of the grid in the range, in order, including those without a free resource. */
export const computeSlots = (query: SlotQuery): Start[] => computeSlotsAt(query, listGridStarts(query))

/** The free resources at given times (ascending), on the grid or not. */
export function computeSlotsAt(query: SlotQuery, times: readonly number[]): Start[] {
  const free = query.primaries.map((resource) => areFeasible(times, resource, query))
  const others = query.others.map(({ resources }) => resources.map((resource) => ({ id: resource.id, free: areFeasible(times, resource, query) })))
  return times.map((at, i) => {
    const perType = others.map((list) => list.filter((r) => r.free[i]).map((r) => r.id))
    const complete = perType.every((ids) => ids.length > 0)
    return { at, free: complete ? query.primaries.filter((_, p) => free[p]?.[i]).map((r) => r.id) : [], others: perType }
  })
}

/**
 * Several services back to back: the grid of the first, and for each start the free resources of each part.
 * Buffers of the parts apply to other bookings only; starts at which a part has no free resource are left out. Source: guide services-and-availability §15.10.
 */
export function findChains(parts: readonly SlotQuery[]): { at: number; end: number; parts: Start[] }[] {
  const [first] = parts
  if (!first) return []
  const times = listGridStarts(first)
  let shift = 0
  const each = parts.map((part) => {
    const starts = computeSlotsAt(
      part,
      times.map((at) => at + shift),
    )
    shift += part.duration
    return starts
  })
  return times.flatMap((at, i) => {
    const found = each.map((starts) => starts[i] as Start)
    return found.every((start) => start.free.length > 0) ? [{ at, end: at + shift, parts: found }] : []
  })
}

/** The starts with a free resource. */
export const findFreeStarts = (query: SlotQuery): Start[] => computeSlots(query).filter((start) => start.free.length > 0)

/** The times of `findFreeStarts`, without who is free: looking ends as soon as one of each type is. */
export function findFreeTimes(query: SlotQuery): number[] {
  const free = keepTimesWithOne(listGridStarts(query), query.primaries, query)
  return query.others.reduce((times, { resources }) => keepTimesWithOne(times, resources, query), free)
}

/** Of times (ascending) those at which one of the resources is free. */
function keepTimesWithOne(times: number[], resources: readonly ResourceTime[], query: SlotQuery): number[] {
  const free = new Set<number>()
  let open = times
  for (const resource of resources) {
    if (open.length === 0) break
    const found = areFeasible(open, resource, query)
    for (let i = 0; i < open.length; i++) if (found[i]) free.add(open[i] as number)
    open = open.filter((_, i) => !found[i])
  }
  return free.size === times.length ? times : times.filter((at) => free.has(at))
}

/** Whether a resource is free at one time, on the grid or not: inside a window, and clear of busy time including the buffer. */
export function isFeasible(at: number, resource: ResourceTime, duration: number, buffer: number): boolean {
  const end = at + duration
  return resource.windows.some((w) => contains(w, { start: at, end })) && !resource.busy.some((b) => b.start < end + buffer && at < b.end)
}

/** The starts that the working hours of all primary resources generate, each once. */
function listGridStarts(query: SlotQuery): number[] {
  const { duration, step, range } = query
  const times = new Set<number>()
  const laidOut = new Map<readonly Interval[], readonly Interval[]>()
  for (const resource of query.primaries) {
    const windows = resource.windows
    // People who share their hours have the same starts.
    if (!query.restartAfterBusy && laidOut.get(resource.instances) === windows) continue
    laidOut.set(resource.instances, windows)
    const busyEnds = query.restartAfterBusy ? mergeIntervals(resource.busy).map((b) => b.end) : []
    let w = 0
    for (const instance of resource.instances) {
      if (instance.end <= range.start || instance.start >= range.end) continue
      const anchors = [instance.start, ...busyEnds.filter((end) => end > instance.start && end < instance.end)]
      for (let a = 0; a < anchors.length; a++) {
        const anchor = anchors[a] as number
        const stop = Math.min(anchors[a + 1] ?? instance.end, range.end)
        // Starts before the range are skipped; the grid stays anchored.
        const skipped = Math.max(0, Math.ceil((range.start - anchor) / step))
        for (let at = anchor + skipped * step; at < stop; at += step) {
          while (w < windows.length && (windows[w] as Interval).end < at + duration) w++
          if (w === windows.length) break
          if ((windows[w] as Interval).start <= at) times.add(at)
        }
      }
      w = 0
    }
  }
  return [...times].sort((a, b) => a - b)
}

/** For each time (ascending) whether the resource is free, in one pass over windows and busy time. */
function areFeasible(times: readonly number[], resource: ResourceTime, { duration, buffer }: SlotQuery): boolean[] {
  const { windows } = resource
  const busy = mergeIntervals(resource.busy)
  let [w, b] = [0, 0]
  return times.map((at) => {
    while (w < windows.length && (windows[w] as Interval).end < at + duration) w++
    if (w === windows.length || (windows[w] as Interval).start > at) return false
    while (b < busy.length && (busy[b] as Interval).end <= at) b++
    return b === busy.length || (busy[b] as Interval).start >= at + duration + buffer
  })
}
