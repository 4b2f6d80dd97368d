/** The drawing of a service without a photo: its kind is read from its name. Loaded when it is first needed. */
import { SCENE_HEIGHT, SCENE_WIDTH } from '#kit/pure/landscape.ts'
import { composeDrawing, guessTheme } from '#kit/pure/theme-drawings.ts'

export function ServiceDrawing({ name, ratio }: { name: string; ratio: string }) {
  const { ground, shapes } = composeDrawing(guessTheme(name), name)
  return (
    <svg
      viewBox={`0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="scene"
      style={{ aspectRatio: ratio, background: ground }}
    >
      {shapes.map(({ d, colour, line, opacity }, index) => (
        // The shapes of a name never change.
        <path key={index} d={d} opacity={opacity} strokeWidth={line} strokeLinecap="round" {...(line ? { fill: 'none', stroke: colour } : { fill: colour })} />
      ))}
    </svg>
  )
}
