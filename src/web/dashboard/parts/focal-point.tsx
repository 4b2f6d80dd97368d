/** The point of a picture that stays in view when the picture is cut to another shape. */
import { Text } from '@mantine/core'
import { useMove } from '@mantine/hooks'
import type { PictureRef } from '#domains/website/rules/website.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './focal-point.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Focal point',
    about: 'Stays in view when the picture is cropped. Click the picture, or use the arrow keys.',
    fromLeft: 'From the left, in percent',
    fromTop: 'From the top, in percent',
  },
  {
    de: {
      title: 'Fokuspunkt',
      about: 'Bleibt sichtbar, wenn das Bild zugeschnitten wird. Klick ins Bild oder nutze die Pfeiltasten.',
      fromLeft: 'Von links, in Prozent',
      fromTop: 'Von oben, in Prozent',
    },
  },
)

type Point = NonNullable<PictureRef['focus']>
const CENTER: Point = { x: 50, y: 50 }

/** `onChange` gets whole percent from the left and the top; the center is no focal point of its own. */
export function FocalPoint({ picture, onChange }: { picture: PictureRef; onChange: (focus: Point | undefined) => void }) {
  const t = useMessages(messages)
  const point = picture.focus ?? CENTER
  const set = ({ x, y }: Point) => onChange(x === CENTER.x && y === CENTER.y ? undefined : { x, y })
  const { ref } = useMove(({ x, y }) => set({ x: Math.round(x * 100), y: Math.round(y * 100) }))
  const axis = (label: string, value: number, change: (value: number) => Point) => (
    <input
      type="range"
      className={css.axis}
      aria-label={label}
      min={0}
      max={100}
      step={5}
      value={value}
      onChange={(event) => set(change(Number(event.currentTarget.value)))}
    />
  )
  return (
    <div role="group" aria-label={t.title}>
      <Text size="md" fw={600}>
        {t.title}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {t.about}
      </Text>
      <div ref={ref} className={css.picture} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
        {/* The picture is shown and named above. */}
        <img src={`/media/${picture.id}`} alt="" draggable={false} />
        {axis(t.fromLeft, point.x, (x) => ({ ...point, x }))}
        {axis(t.fromTop, point.y, (y) => ({ ...point, y }))}
        <span className={css.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </div>
    </div>
  )
}
