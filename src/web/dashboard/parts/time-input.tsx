import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatWallTime } from '#web/kit/days.ts'
import { parseTime } from '../business-time.ts'

const formatTime = (value: string): string => value && formatWallTime(value)

/**
 * A time of day as HH:MM, written by the clock of the dashboard: "19:30", or "7:30 PM". Browsers write their own field by the language of the
 * computer.
 */
export function TimeInput({
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; onChange: (time: string) => void }) {
  const [text, setText] = useState(formatTime(value))
  useEffect(() => setText(formatTime(value)), [value])
  const example = formatWallTime('09:00')
  const hasHalves = example !== '09:00'
  // Half of a time with AM and PM is a whole one too: it counts when the field is left.
  const type = (typed: string) => {
    setText(typed)
    if (!hasHalves && /^\d\d:\d\d$/.test(typed) && parseTime(typed)) onChange(typed)
  }
  /** "9", "930" and "7:30 pm" are times too; what is none leaves the last one, and what was not touched stays as it is. */
  const finish = () => {
    const time = text === formatTime(value) ? value : (parseTime(text) ?? value)
    setText(formatTime(time))
    if (time !== value) onChange(time)
  }
  return (
    <TextInput
      {...rest}
      value={text}
      inputMode={hasHalves ? 'text' : 'numeric'}
      placeholder={hasHalves ? example : 'HH:MM'}
      autoComplete="off"
      maxLength={8}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  )
}
