/** Pictures drawn by code: the same name always gives the same picture, and no two studios look alike. */
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

interface Palette {
  sky: string
  sun: string
  far: string
  middle: string
  near: string
  grass: string
}
/** Six times of day and year; each leans a little towards the accent of the site. */
const palettes: readonly Palette[] = [
  { sky: '#fdebdc', sun: '#f7b78b', far: '#f3cdb2', middle: '#dc9f83', near: '#a3675a', grass: '#553339' },
  { sky: '#eff4e7', sun: '#f6d79b', far: '#cddbbd', middle: '#98b28b', near: '#567d64', grass: '#2c4538' },
  { sky: '#e4f2f1', sun: '#fbd6a0', far: '#b9dad5', middle: '#78adab', near: '#3b7473', grass: '#1d4447' },
  { sky: '#f5e8ef', sun: '#f8bf9f', far: '#e0c2cf', middle: '#b08aa6', near: '#735278', grass: '#3a2944' },
  { sky: '#fdf2da', sun: '#f5c05c', far: '#eed8a2', middle: '#cfa966', near: '#8d6e40', grass: '#463619' },
  { sky: '#e7eff6', sun: '#fbdaa9', far: '#bfd2e1', middle: '#84a4bc', near: '#4a6c85', grass: '#233b4e' },
]
const leaning = (colour: string) => `color-mix(in oklab, ${colour}, var(--accent) 10%)`
const ofAccent: Palette = {
  sky: 'color-mix(in oklab, #fff3e3, var(--accent) 12%)',
  sun: '#f6c48d',
  far: 'color-mix(in oklab, #f2dcc2, var(--accent) 34%)',
  middle: 'color-mix(in oklab, #d8c7a4, var(--accent) 60%)',
  near: 'color-mix(in oklab, #23302c, var(--accent) 84%)',
  grass: 'color-mix(in oklab, #16211d, var(--accent) 30%)',
}

/**
 * A landscape of soft hills, a low sun, grasses or a river: the picture of whatever has no photo. `own` takes the accent
 * of the site instead of a palette of the seed.
 */
export function Scene({ seed, ratio = '16 / 10', own = false }: { seed: string; ratio?: string; own?: boolean }) {
  const roll = dice(seed)
  const kind = Math.floor(roll() * 3)
  const base = palettes[hash(seed) % palettes.length] as Palette
  const colours = own ? ofAccent : (Object.fromEntries(Object.entries(base).map(([part, colour]) => [part, leaning(colour)])) as unknown as Palette)
  const sunX = 70 + roll() * 260,
    sunY = 62 + roll() * 40,
    sunR = 26 + roll() * 22
  const hill = (height: number, swing: number) => {
    const [a, b, c] = [height + (roll() - 0.5) * swing, height + (roll() - 0.5) * swing, height + (roll() - 0.5) * swing] as const
    return `M0 ${height} C 70 ${a - swing}, 130 ${b + swing * 0.4}, 200 ${b} S 330 ${c - swing}, 400 ${c} V250 H0Z`
  }
  const far = hill(132 + (roll() - 0.5) * 14, 34),
    middle = hill(166 + (roll() - 0.5) * 10, 28),
    near = hill(206, 18)
  const river = roll() * 120 - 60
  return (
    <svg viewBox="0 0 400 250" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="scene" style={{ aspectRatio: ratio }}>
      <rect width="400" height="250" style={{ fill: colours.sky }} />
      <circle cx={sunX} cy={sunY} r={sunR * 1.75} opacity=".35" style={{ fill: colours.sun }} />
      <circle cx={sunX} cy={sunY} r={sunR} style={{ fill: colours.sun }} />
      <path d={far} style={{ fill: colours.far }} />
      <path d={middle} style={{ fill: colours.middle }} />
      {kind === 1 ? (
        <path
          transform={`translate(${river} 0)`}
          d="M203 164 C 176 182, 250 194, 206 214 S 118 240 104 252 H 262 C 268 238 282 228 262 212 C 246 198 226 184 208 164 Z"
          opacity=".8"
          style={{ fill: colours.sky }}
        />
      ) : (
        <path d={near} style={{ fill: colours.near }} />
      )}
      {kind === 2 ? (
        <g fill="none" strokeWidth="1.8" strokeLinecap="round" style={{ stroke: colours.grass }} opacity=".7">
          <path d={`M${sunX - 90} ${sunY - 6} q 6 -7 11 0 q 5 -7 11 0`} />
          <path d={`M${sunX - 62} ${sunY + 10} q 4 -5 8 0 q 4 -5 8 0`} />
        </g>
      ) : null}
      {Array.from({ length: kind === 1 ? 9 : 6 }, (_, n) => {
        // Beside a river the grasses stand on both banks; elsewhere where they like.
        const x = kind === 1 ? (n % 2 ? 286 + roll() * 60 : 54 + roll() * 60) : 70 + roll() * 260,
          tall = 30 + roll() * 52,
          lean = (roll() - 0.5) * 36
        return (
          <g key={n} style={{ stroke: colours.grass, fill: colours.grass }} strokeWidth="2" strokeLinecap="round">
            <path d={`M${x} 252 q ${lean * 0.2} ${-tall * 0.6} ${lean} ${-tall}`} fill="none" />
            <ellipse cx={x + lean} cy={252 - tall - 6} rx="4" ry="9" transform={`rotate(${lean} ${x + lean} ${252 - tall})`} stroke="none" />
          </g>
        )
      })}
    </svg>
  )
}

/** The picture of something: its own image if it has one, else a drawn scene. */
export function Picture({
  src,
  alt = '',
  seed,
  ratio = '16 / 10',
  eager = false,
}: {
  src?: string | undefined
  alt?: string
  seed: string
  ratio?: string
  eager?: boolean
}) {
  return src ? (
    <img src={src} alt={alt} loading={eager ? 'eager' : 'lazy'} style={{ display: 'block', width: '100%', aspectRatio: ratio, objectFit: 'cover' }} />
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
