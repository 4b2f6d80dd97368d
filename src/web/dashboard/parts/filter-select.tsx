import { Select } from '@mantine/core'

interface FilterSelectProps<T extends string> {
  label: string
  /** What is shown, and read out at the cross, when nothing is chosen: `All services`. */
  all: string
  value: T | undefined
  onChange: (value: T | undefined) => void
  options: readonly { value: T; label: string }[]
  /** In pixels. */
  width: number
}
/** One filter of a list; without a choice it leaves everything in. */
export const FilterSelect = <T extends string>({ label, all, value, onChange, options, width }: FilterSelectProps<T>) => (
  <Select
    size="md"
    w={width}
    aria-label={label}
    placeholder={all}
    clearable
    clearButtonProps={{ 'aria-label': all }}
    value={value ?? null}
    onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
    data={options}
  />
)
