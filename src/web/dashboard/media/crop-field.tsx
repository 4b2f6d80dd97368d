/** Choosing a part of a picture: its shape, its size, and where it lies. */
import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { useMove } from '@mantine/hooks'
import { useState } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import type { LibraryPicture } from '../entities.ts'
import { centerOn, toRegion, type CropChoice } from './crop-region.ts'
import { commonWords } from '../parts/common-words.ts'
import css from './media.module.css'

const messages = defineDashboardMessages(
  {
    own: 'As it is',
    square: 'Square',
    crop: 'Crop',
    shape: 'Shape',
    size: 'Size',
    left: 'From the left',
    top: 'From the top',
    pixels: (width: number, height: number) => `${width} × ${height} pixels. The original is kept, and what shows it now stays as it is.`,
    save: 'Save crop',
  },
  {
    de: {
      own: 'Wie es ist',
      square: 'Quadrat',
      crop: 'Zuschneiden',
      shape: 'Form',
      size: 'Größe',
      left: 'Von links',
      top: 'Von oben',
      pixels: (width, height) => `${width} × ${height}\u00a0Pixel. Das Original bleibt erhalten, und wo es jetzt zu sehen ist, ändert sich nichts.`,
      save: 'Ausschnitt speichern',
    },
  },
)

const shapes = [
  { value: 'own', label: currentMessages(messages).own, ratio: undefined },
  { value: '16:10', label: '16:10', ratio: 16 / 10 },
  { value: '4:3', label: '4:3', ratio: 4 / 3 },
  { value: '1:1', label: currentMessages(messages).square, ratio: 1 },
]

interface CropFieldProps {
  /** The whole picture. */
  picture: LibraryPicture
  pending: boolean
  onSave: (region: ReturnType<typeof toRegion>) => void
  onCancel: () => void
}
export function CropField({ picture, pending, onSave, onCancel }: CropFieldProps) {
  const t = useMessages(messages)
  const [shape, setShape] = useState('16:10')
  const [place, setPlace] = useState<Omit<CropChoice, 'ratio'>>({ size: 80, x: 50, y: 50 })
  const region = toRegion(picture, { ratio: shapes.find(({ value }) => value === shape)?.ratio, ...place })
  const { ref } = useMove(({ x, y }) =>
    setPlace((now) => ({ ...now, x: centerOn(picture.width, region.width, x), y: centerOn(picture.height, region.height, y) })),
  )
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  const frame = {
    left: percent(region.x, picture.width),
    top: percent(region.y, picture.height),
    width: percent(region.width, picture.width),
    height: percent(region.height, picture.height),
  }
  const slider = (label: string, key: 'size' | 'x' | 'y', min = 0) => (
    <div>
      <Text size="sm">{label}</Text>
      <Slider
        thumbLabel={label}
        min={min}
        max={100}
        value={place[key]}
        label={(value) => formatPercent(value, pageLanguage(), 0)}
        onChange={(value) => setPlace((now) => ({ ...now, [key]: value }))}
      />
    </div>
  )
  return (
    <Stack gap="md" role="group" aria-label={t.crop}>
      <SegmentedControl aria-label={t.shape} value={shape} onChange={setShape} data={shapes.map(({ value, label }) => ({ value, label }))} />
      <div ref={ref} className={css.cropped} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
        <img src={`/media/${picture.id}`} alt="" draggable={false} />
        <span className={css.frame} style={frame} />
      </div>
      {slider(t.size, 'size', 10)}
      {slider(t.left, 'x')}
      {slider(t.top, 'y')}
      <Text size="sm" c="dimmed">
        {t.pixels(region.width, region.height)}
      </Text>
      <Group gap="sm">
        <Button loading={pending} onClick={() => onSave(region)}>
          {t.save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {commonWords.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
