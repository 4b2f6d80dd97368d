/** Pictures drawn by code: the same name always gives the same picture, and no two studios look alike. */
import type { CSSProperties } from 'react'

function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16777619)
  return value >>> 0
}
/** A small generator of fractions from a seed. */
function dice(seed: string): () => number {
  let state = hash(seed) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('') || '·'

/** A person: their photo, else their initials on a quiet colour of their own. */
export function Avatar({ name, src, size = 40 }: { name: string; src?: string | undefined; size?: number }) {
  if (src) return <img src={src} alt="" width={size} height={size} style={{ borderRadius: '50%', objectFit: 'cover', flex: 'none' }} loading="lazy" />
  const hue = hash(name) % 360
  return (
    <span
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        borderRadius: '50%',
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        fontSize: size * 0.38,
        fontWeight: 650,
        background: `hsl(${hue} 42% 88%)`,
        color: `hsl(${hue} 48% 24%)`,
      }}
    >
      {initials(name)}
    </span>
  )
}

/** A landscape of soft hills, a low sun and grasses in the accent colour: the picture of a service without a photo. */
export function Scene({ seed, style, ratio = '16 / 10' }: { seed: string; style?: CSSProperties; ratio?: string }) {
  const roll = dice(seed)
  const kind = Math.floor(roll() * 3)
  const shift = Math.floor(roll() * 50) - 25
  const tone = (weight: number, toward: string) =>
    `color-mix(in oklab, color-mix(in oklab, var(--accent), hsl(${hash(seed) % 360} 45% 60%) 38%) ${weight}%, ${toward})`
  const sunX = 70 + roll() * 260,
    sunY = 60 + roll() * 50,
    sunR = 26 + roll() * 26
  const hill = (base: number, swing: number) => {
    const a = base + (roll() - 0.5) * swing,
      b = base + (roll() - 0.5) * swing,
      c = base + (roll() - 0.5) * swing
    return `M0 ${base} C 70 ${a - swing}, 130 ${b + swing * 0.4}, 200 ${b} S 330 ${c - swing}, 400 ${c} V250 H0Z`
  }
  return (
    <svg
      viewBox="0 0 400 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ display: 'block', width: '100%', aspectRatio: ratio, ...style }}
    >
      <rect width="400" height="250" style={{ fill: tone(24, '#fff6ea') }} />
      <circle cx={sunX} cy={sunY} r={sunR} style={{ fill: tone(10, '#ffe6bd') }} />
      {kind === 2 ? <circle cx={sunX} cy={sunY} r={sunR * 1.7} fill="none" strokeWidth="1.5" style={{ stroke: tone(20, '#ffe6bd') }} /> : null}
      <path d={hill(130 + shift * 0.3, 34)} style={{ fill: tone(40, '#fbe3cc') }} />
      <path d={hill(165 + shift * 0.2, 28)} style={{ fill: tone(62, '#f3d5bd') }} />
      <path d={hill(205, 18)} style={{ fill: tone(84, '#6b4a3a') }} />
      {kind !== 1 ? (
        Array.from({ length: 5 }, (_, n) => {
          const x = 30 + roll() * 340,
            tall = 34 + roll() * 50,
            lean = (roll() - 0.5) * 36
          return (
            <g key={n} style={{ stroke: tone(70, '#2f2018'), fill: tone(70, '#2f2018') }} strokeWidth="2" strokeLinecap="round">
              <path d={`M${x} 252 q ${lean * 0.2} ${-tall * 0.6} ${lean} ${-tall}`} fill="none" />
              <ellipse cx={x + lean} cy={252 - tall - 6} rx="4" ry="9" transform={`rotate(${lean} ${x + lean} ${252 - tall})`} stroke="none" />
            </g>
          )
        })
      ) : (
        <path
          d={`M${sunX} 252 C ${sunX - 12} 215, ${sunX + 16} 190, ${sunX + 2} 160`}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          style={{ stroke: tone(70, '#2f2018') }}
        />
      )}
    </svg>
  )
}

/** The picture of something: its own image if it has one, else a drawn scene. */
export function Picture({ src, alt = '', seed, ratio = '16 / 10' }: { src?: string | undefined; alt?: string; seed: string; ratio?: string }) {
  return src ? (
    <img src={src} alt={alt} loading="lazy" style={{ display: 'block', width: '100%', aspectRatio: ratio, objectFit: 'cover' }} />
  ) : (
    <Scene seed={seed} ratio={ratio} />
  )
}

/** A small drawing for empty places. */
export function Doodle({ seed }: { seed: string }) {
  const roll = dice(seed)
  const lean = (roll() - 0.5) * 30
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true">
      <ellipse cx="80" cy="98" rx="62" ry="7" style={{ fill: 'var(--soft)' }} />
      <circle cx={52 + roll() * 56} cy="40" r="26" style={{ fill: 'var(--accent-tint)' }} />
      <path d="M62 96 q2 -24 18 -24 t18 24z" style={{ fill: 'var(--accent)' }} />
      <g fill="none" strokeWidth="3" strokeLinecap="round" style={{ stroke: 'var(--accent-text)' }}>
        <path d={`M80 72 C 80 56 ${80 + lean} 48 ${80 + lean} 30`} />
        <path d={`M80 62 C 90 52 98 52 ${106 + lean / 4} 46`} />
        <path d={`M80 66 C 70 58 62 58 ${54 + lean / 4} 50`} />
      </g>
      <circle cx={80 + lean} cy="27" r="5" style={{ fill: 'var(--accent-text)' }} />
    </svg>
  )
}
