/** Choosing a part of a picture: its shape, its size, and where it lies. */
import { formatPercent } from '#kit/pure/percent.ts'
import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core'
import { useMove } from '@mantine/hooks'
import { useState } from 'react'
import { useSite } from '../business.tsx'
import type { LibraryPicture } from '../entities.ts'
import { centerOn, toRegion, type CropChoice } from './crop-region.ts'
import css from './media.module.css'

const shapes = [
  { value: 'own', label: 'As it is', ratio: undefined },
  { value: '16:10', label: '16:10', ratio: 16 / 10 },
  { value: '4:3', label: '4:3', ratio: 4 / 3 },
  { value: '1:1', label: 'Square', ratio: 1 },
]

interface CropFieldProps {
  /** The whole picture. */
  picture: LibraryPicture
  pending: boolean
  onSave: (region: ReturnType<typeof toRegion>) => void
  onCancel: () => void
}
export function CropField({ picture, pending, onSave, onCancel }: CropFieldProps) {
  const [shape, setShape] = useState('16:10')
  const [place, setPlace] = useState<Omit<CropChoice, 'ratio'>>({ size: 80, x: 50, y: 50 })
  const site = useSite()
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
        label={(value) => formatPercent(value, site.language, 0)}
        onChange={(value) => setPlace((now) => ({ ...now, [key]: value }))}
      />
    </div>
  )
  return (
    <Stack gap="md" role="group" aria-label="Crop">
      <SegmentedControl aria-label="Shape" value={shape} onChange={setShape} data={shapes.map(({ value, label }) => ({ value, label }))} />
      <div ref={ref} className={css.cropped} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
        <img src={`/media/${picture.id}`} alt="" draggable={false} />
        <span className={css.frame} style={frame} />
      </div>
      {slider('Size', 'size', 10)}
      {slider('From the left', 'x')}
      {slider('From the top', 'y')}
      <Text size="sm" c="dimmed">
        {region.width} × {region.height} pixels. The original is kept, and what shows it now stays as it is.
      </Text>
      <Group gap="sm">
        <Button loading={pending} onClick={() => onSave(region)}>
          Save crop
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
