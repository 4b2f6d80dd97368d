import { lazy, Suspense } from 'react'
import { createRandom, pickPalette, SCENE_HEIGHT, SCENE_WIDTH, composeScene, type Palette } from '#kit/pure/landscape.ts'
import { cardSizes } from '#kit/pure/picture-sizes.ts'
import { toLocalUrl, toSrcSet } from '#kit/pure/picture-sources.ts'

/** Tinted towards the accent colour of the site. */
const blendAccent = (colour: string) => `color-mix(in oklab, ${colour}, var(--accent) 10%)`
const accentPalette: Palette = {
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
  const base = pickPalette(seed)
  const colour = (part: keyof Palette) => (own ? accentPalette[part] : blendAccent(base[part]))
  return (
    <svg
      viewBox={`0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="scene"
      style={{ aspectRatio: ratio }}
    >
      {composeScene(seed).map((shape, index) => (
        <path
          // The shapes of a seed never change.
          key={index}
          d={shape.d}
          opacity={shape.opacity}
          strokeWidth={shape.line}
          strokeLinecap="round"
          style={shape.line ? { fill: 'none', stroke: colour(shape.colour) } : { fill: colour(shape.colour) }}
        />
      ))}
    </svg>
  )
}

const ServiceDrawing = lazy(async () => ({ default: (await import('./service-drawing.tsx')).ServiceDrawing }))

/** An image, or a drawn scene where there is none. */
export function Picture({
  src,
  alt = '',
  seed,
  ratio = '16 / 10',
  eager = false,
  isService = false,
  focus,
  sizes = cardSizes,
}: {
  src?: string | undefined
  alt?: string
  seed: string
  ratio?: string
  eager?: boolean
  /** `seed` is the name of a service: the drawing shows its kind. */
  isService?: boolean
  /** Where its subject is, in percent from the left and the top: stays in view when the frame cuts. */
  focus?: { x: number; y: number } | undefined
  /** `sizes` of the img element. */
  sizes?: string
}) {
  return src ? (
    <img
      src={toLocalUrl(src)}
      srcSet={toSrcSet(src)}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      style={{ display: 'block', width: '100%', aspectRatio: ratio, objectFit: 'cover', ...(focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : {}) }}
    />
  ) : isService ? (
    <Suspense fallback={<div className="skeleton" style={{ aspectRatio: ratio }} />}>
      <ServiceDrawing name={seed} ratio={ratio} />
    </Suspense>
  ) : (
    <Scene seed={seed} ratio={ratio} />
  )
}

/** A small drawing for empty states. */
export function Illustration({ seed }: { seed: string }) {
  const roll = createRandom(seed)
  const tilt = (roll() - 0.5) * 30
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true">
      <ellipse cx="80" cy="98" rx="62" ry="7" style={{ fill: 'var(--soft)' }} />
      <circle cx={52 + roll() * 56} cy="40" r="26" style={{ fill: 'var(--accent-tint)' }} />
      <path d="M62 96 q2 -24 18 -24 t18 24z" style={{ fill: 'var(--accent)' }} />
      <g fill="none" strokeWidth="3" strokeLinecap="round" style={{ stroke: 'var(--accent-text)' }}>
        <path d={`M80 72 C 80 56 ${80 + tilt} 48 ${80 + tilt} 30`} />
        <path d={`M80 62 C 90 52 98 52 ${106 + tilt / 4} 46`} />
        <path d={`M80 66 C 70 58 62 58 ${54 + tilt / 4} 50`} />
      </g>
      <circle cx={80 + tilt} cy="27" r="5" style={{ fill: 'var(--accent-text)' }} />
    </svg>
  )
}
