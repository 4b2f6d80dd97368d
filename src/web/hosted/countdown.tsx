/** Counts down to an instant by the clock of the server: the clock of the visitor may be wrong. Spoken once a minute. */
import { useEffect, useRef, useState } from 'react'

interface CountdownProps {
  /** ISO instants: the end, and the time of the server when it was told. */
  until: string
  from: string
  /** Says a time such as "9:05". */
  say: (time: string) => string
  speak: (minutes: number) => string
  onOver: () => void
}
export function Countdown({ until, from, say, speak, onOver }: CountdownProps) {
  const [passed, setPassed] = useState(0)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    const begin = performance.now()
    setPassed(0)
    const timer = setInterval(() => setPassed(performance.now() - begin), 1000)
    return () => clearInterval(timer)
  }, [until, from])
  const left = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(from) - passed) / 1000))
  useEffect(() => {
    if (left === 0) over.current()
  }, [left])
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')]
  return (
    <p>
      <span aria-hidden="true" className="clock-text">
        {say(`${minutes}:${seconds}`)}
      </span>
      <span className="sr" role="timer" aria-live="polite">
        {speak(Math.ceil(left / 60))}
      </span>
    </p>
  )
}
