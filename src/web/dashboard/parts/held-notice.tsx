/** "Cancelled in 24 s · Undo": a change that waits, where the buttons of its booking or session are otherwise. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { HeldEntity } from '#kit/pure/held-change.ts'
import { useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { describeHeld, describeUndo, secondsLeft, takeOwn, undoChange, useHeldChange, type HeldChange } from './held-changes.ts'
import type { SessionOfSeries } from './held-series.ts'
import css from './layout.module.css'
import { partWords } from './part-words.messages.ts'
import { commonWords } from './common-words.ts'

/** After the dialog has closed. */
const FOCUS_AFTER_MS = [350, 700, 1400]

/** Its words, counting down. */
export function HeldText({ held }: { held: HeldChange }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(held))
  useEffect(() => {
    setSeconds(secondsLeft(held))
    const timer = setInterval(() => setSeconds(secondsLeft(held)), 500)
    return () => clearInterval(timer)
  }, [held])
  return <>{describeHeld(held, seconds)}</>
}

/** `who`: whom or what it is about, for those who hear the button alone. */
export function HeldNotice({ held, who }: { held: HeldChange; who: string }) {
  const words = useMessages(partWords)
  const button = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    // The button that opened the dialog has gone: the keyboard goes on here, in the layer that is seen once the dialog has closed.
    const timers = FOCUS_AFTER_MS.map((delay) =>
      setTimeout(() => {
        const isSeen = button.current && !button.current.closest('[aria-hidden=true], [inert]')
        // The list behind a panel offers it, too.
        const isBehind = !button.current?.closest('[role=dialog]') && document.querySelector('[role=dialog] [data-undo]') !== null
        const isTyping = document.activeElement?.matches('input, textarea, [data-undo]') ?? false
        if (isSeen && !isBehind && takeOwn(held.id) && !isTyping) button.current?.focus()
      }, delay),
    )
    return () => timers.forEach(clearTimeout)
  }, [held.id])
  const undo = async () => {
    setPending(true)
    try {
      await undoChange(held.id)
      toast(words.undone)
    } catch (error) {
      toastError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={css.held}>
      <span>
        <HeldText held={held} />
      </span>
      <Button ref={button} h={44} size="sm" variant="default" data-undo loading={pending} aria-label={describeUndo(held, who)} onClick={() => void undo()}>
        {commonWords.undo}
      </Button>
    </div>
  )
}

/** The buttons of a booking or session, or in their place the change that waits. */
export function HeldOr({
  entity = 'BOOKING',
  id,
  series,
  who,
  children,
}: {
  entity?: HeldEntity
  id: string | undefined
  /** Of the session: a change of the series that is about it waits here as well. */
  series?: SessionOfSeries | undefined
  who: string
  children: ReactNode
}) {
  const held = useHeldChange(entity, id, series)
  return held ? <HeldNotice held={held} who={who} /> : children
}
