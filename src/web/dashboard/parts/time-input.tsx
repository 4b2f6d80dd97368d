import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { parseTime } from '../business-time.ts'

/** A time of day as HH:MM. Browsers write their own field by the language of the computer; this one has the clock of the dashboard. */
export function TimeInput({
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; onChange: (time: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const type = (typed: string) => {
    setText(typed)
    if (/^\d\d:\d\d$/.test(typed) && parseTime(typed)) onChange(typed)
  }
  /** "9", "930" and "7:30 pm" are times too; what is none leaves the last one. */
  const finish = () => {
    const time = parseTime(text)
    setText(time ?? value)
    if (time && time !== value) onChange(time)
  }
  return (
    <TextInput
      {...rest}
      value={text}
      inputMode="numeric"
      placeholder="HH:MM"
      autoComplete="off"
      maxLength={8}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={finish}
    />
  )
}
