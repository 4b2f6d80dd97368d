/** A new code: once a minute, so the button counts down to when it may be asked for. */
import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { Note } from '../kit/states.tsx'

/** `send` asks the server for another code; `first` is how many seconds to wait before it may be asked. */
export function ResendCode({ send, first = 60 }: { send: () => Promise<unknown>; first?: number }) {
  const [left, setLeft] = useState(first)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>()
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const again = async () => {
    try {
      await send()
      setSaid({ tone: 'good', text: 'A new code is on its way. The old one no longer works.' })
      setLeft(60)
    } catch (error) {
      const wait = error instanceof ApiError ? Number(error.data.retryAfterSeconds ?? 0) : 0
      if (wait > 0) setLeft(Math.ceil(wait))
      setSaid({ tone: 'bad', text: error instanceof ApiError ? error.message : 'That did not work. Please try again.' })
    }
  }
  return (
    <>
      {said ? (
        <Note tone={said.tone} role={said.tone === 'good' ? 'status' : 'alert'}>
          {said.text}
        </Note>
      ) : null}
      {left > 0 ? (
        <span className="small dim">
          No code? Look into your spam folder, or send a new one in <span className="clock">{left}</span> s.
        </span>
      ) : (
        <button type="button" className="plain link" onClick={() => void again()}>
          Send a new code
        </button>
      )}
    </>
  )
}
