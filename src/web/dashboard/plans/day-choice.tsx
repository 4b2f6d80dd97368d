/** A day of a subscription that is moved, and what that does, before the button. */
import { Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'

interface DayChoiceProps {
  label: string
  /** The first day that can be chosen. */
  min: string
  initial: string
  onChange: (day: string) => void
  /** What follows from the day. */
  children: (day: string) => ReactNode
}
export function DayChoice({ label, min, initial, onChange, children }: DayChoiceProps) {
  const [day, setDay] = useState(initial)
  return (
    <Stack>
      <TextInput
        size="md"
        type="date"
        label={label}
        min={min}
        value={day}
        onChange={(event) => {
          setDay(event.currentTarget.value)
          onChange(event.currentTarget.value)
        }}
      />
      {day >= min && children(day)}
    </Stack>
  )
}
