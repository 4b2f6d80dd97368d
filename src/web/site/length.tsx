/** How long a service takes; of a class its next session says it, which comes later than the page. */
import { findDateLocale } from '#kit/pure/date-format.ts'
import { businessZone } from '../business-zone.ts'
import { formatDuration } from '../kit/when.tsx'
import { pageLanguage } from '../language.ts'
import { listLengths } from './service-lengths.ts'

/** So many are named each; of more the shortest and the longest. */
const MAX_NAMED = 4
/** The lengths that a client may choose from: "30 min, 1 h or 1 h 30 min"; empty where there is no choice. */
export function formatLengths(service: Parameters<typeof listLengths>[0]): string {
  const lengths = listLengths(service).toSorted((a, b) => a - b)
  const [shortest = 0, longest = 0] = [lengths[0], lengths.at(-1)]
  if (lengths.length > MAX_NAMED) return `${formatDuration(shortest)} – ${formatDuration(longest)}`
  return new Intl.ListFormat(findDateLocale(pageLanguage(), businessZone()), { type: 'disjunction' }).format(lengths.map((minutes) => formatDuration(minutes)))
}

interface LengthProps {
  minutes: number | 'pending' | undefined
  /** Stands before it, where there is one. */
  before?: string
}
export function Length({ minutes, before = '' }: LengthProps) {
  if (minutes === undefined) return null
  return (
    <>
      {before}
      {minutes === 'pending' ? <span className="skeleton skeleton-word" /> : formatDuration(minutes)}
    </>
  )
}
