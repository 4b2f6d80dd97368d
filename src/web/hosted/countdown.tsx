/** Counts down to an instant by the server's clock; announced once a minute. */
import { useEffect, useRef, useState } from 'react'

interface CountdownProps {
  /** ISO instants: the end, and the time of the server when it was sent. */
  until: string
  from: string
  /** Says a time such as "9:05". */
  format: (time: string) => string
  formatForReaders: (minutes: number) => string
  onOver: () => void
}
export function Countdown({ until, from, format, formatForReaders, onOver }: CountdownProps) {
  const [elapsed, setElapsed] = useState(0)
  const onOverRef = useRef(onOver)
  useEffect(() => {
    onOverRef.current = onOver
  })
  useEffect(() => {
    const begin = performance.now()
    setElapsed(0)
    const timer = setInterval(() => setElapsed(performance.now() - begin), 1000)
    return () => clearInterval(timer)
  }, [until, from])
  const left = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(from) - elapsed) / 1000))
  useEffect(() => {
    if (left === 0) onOverRef.current()
  }, [left])
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')]
  return (
    <p>
      <span aria-hidden="true" className="clock-text">
        {format(`${minutes}:${seconds}`)}
      </span>
      <span className="sr" role="timer" aria-live="polite">
        {formatForReaders(Math.ceil(left / 60))}
      </span>
    </p>
  )
}
