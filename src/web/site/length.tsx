/** How long a service takes; of a class its next session says it, which comes later than the page. */
import { formatDuration } from '../kit/when.tsx'

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
