import { hashText } from '#kit/pure/hash-text.ts'
import { resizedUrl } from '#kit/pure/picture-sources.ts'

const initials = (name: string) =>
  name
    .trim()
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('') || '·'

/** A person or a room: the photo, or the initials on a tint that belongs to the name, which stands beside it. */
export function Avatar({ name, src, size = 40 }: { name: string; src?: string | undefined; size?: number }) {
  const frame = { width: size, height: size, borderRadius: '50%', flex: 'none' } as const
  if (src) return <img src={resizedUrl(src, size * 2, size * 2)} alt="" width={size} height={size} style={{ ...frame, objectFit: 'cover' }} loading="lazy" />
  const hue = hashText(name) % 360
  return (
    <span
      aria-hidden="true"
      style={{
        ...frame,
        display: 'inline-grid',
        placeItems: 'center',
        fontSize: size * 0.36,
        fontWeight: 600,
        background: `hsl(${hue} var(--avatar-tint))`,
        color: `hsl(${hue} var(--avatar-text))`,
      }}
    >
      {initials(name)}
    </span>
  )
}
