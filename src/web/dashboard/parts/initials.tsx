import css from './layout.module.css'

/** Initials on a quiet tint that belongs to the name. */
export function Initials({ name, size = 40 }: { name: string; size?: number }) {
  const letters =
    name
      .trim()
      .split(/[\s@.]+/)
      .slice(0, 2)
      .map((word) => word[0]?.toUpperCase() ?? '')
      .join('') || '·'
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <span className={css.initials} style={{ width: size, height: size, fontSize: size * 0.36, ['--hue' as string]: hue }}>
      {letters}
    </span>
  )
}
