/** How to pay, where there is a choice. */
import type { ReactNode } from 'react'

interface PaymentOptionsProps<O extends string> {
  legend: string
  options: readonly { value: O; label: ReactNode }[]
  selected: O | undefined
  onSelect: (option: O) => void
  /** Of the radio buttons; another one where two groups stand in one form. */
  name?: string
}
export function PaymentOptions<O extends string>({ legend, options, selected, onSelect, name = 'pay' }: PaymentOptionsProps<O>) {
  if (options.length < 2) return null
  return (
    <fieldset className="choices">
      <legend className="field-label">{legend}</legend>
      {options.map(({ value, label }) => (
        <label className="check" key={value}>
          <input type="radio" name={name} checked={selected === value} onChange={() => onSelect(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
