import css from './meter.module.css'

/** How much of a whole is reached, as a bar; `label` says it in words. */
export const Meter = ({ value, of, label }: { value: number; of: number; label: string }) => (
  <progress className={css.meter} value={value} max={of} aria-label={label} />
)
