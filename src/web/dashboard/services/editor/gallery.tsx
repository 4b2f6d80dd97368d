/** The pictures of a service: the one of its card, and those of its page in their order. */
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DrawingTheme } from '#kit/pure/theme-drawings.ts'
import { useApiMutation } from '#web/api.ts'
import { toLocalUrl } from '#kit/pure/picture-sources.ts'
import type { LibraryPicture } from '../../entities.ts'
import { LibraryPictureField } from '../../parts/library-picture-field.tsx'
import { Allowed } from '../../permissions.tsx'
import type { GalleryPicture } from '../forms/service-form.ts'
import css from '../services.module.css'
import { EntryButtons } from './entry-buttons.tsx'
import { Part, type PartProps } from './part.tsx'

const themeNames: Record<DrawingTheme, string> = {
  yoga: 'Yoga',
  strength: 'Strength',
  dance: 'Dance',
  massage: 'Massage',
  beauty: 'Beauty',
  kids: 'Kids',
  music: 'Music',
  clinic: 'Clinic',
  coaching: 'Coaching',
  climbing: 'Climbing',
  dogs: 'Dogs',
  workshop: 'Workshop',
}
const MAX_PICTURES = 24
const findAlt = ({ alt }: LibraryPicture): string => alt.en ?? Object.values(alt)[0] ?? ''
const altLabel = { label: 'Description of the picture', description: 'Read aloud by screen readers. Leave empty if decorative.', maxLength: 300 }

export function GalleryPart({ form, set }: PartProps) {
  const draw = useApiMutation('media.drawPicture')
  const [theme, setTheme] = useState<DrawingTheme | null>(null)
  const seed = form.name.trim() || 'A new service'
  const add = (image: GalleryPicture) => set((now) => ({ gallery: [...now.gallery, image] }))
  return (
    <Part name="gallery" title="Pictures" about="The first one is on the card and on top of the page; the gallery follows below it.">
      <Allowed operation={['media.uploadPicture', 'media.drawPicture']}>
        <LibraryPictureField
          label="Picture"
          shape="16 / 10"
          seed={seed}
          value={form.picture}
          onChange={(picture) => set({ picture, pictureAlt: '' })}
          onPick={(picture) => set({ picture: { id: picture.id, url: picture.url }, pictureAlt: findAlt(picture) })}
          draw={async () => (await draw.mutateAsync({ body: { seed, ...(theme ? { theme } : {}) } })).image}
        />
      </Allowed>
      {!form.picture && (
        <Allowed operation="media.drawPicture">
          <Select
            size="md"
            label="Theme of a generated picture"
            placeholder="Chosen by the name"
            clearable
            value={theme}
            onChange={setTheme}
            data={Object.entries(themeNames).map(([value, label]) => ({ value: value as DrawingTheme, label }))}
          />
        </Allowed>
      )}
      {form.picture && <TextInput size="md" {...altLabel} value={form.pictureAlt} onChange={(event) => set({ pictureAlt: event.currentTarget.value })} />}
      {form.gallery.length > 0 && (
        <ol className={css.gallery} aria-label="Gallery">
          {form.gallery.map((image, at) => (
            // A picture may be there twice.
            <GalleryEntry key={`${at} ${image.url}`} image={image} at={at} form={form} set={set} />
          ))}
        </ol>
      )}
      {form.gallery.length < MAX_PICTURES ? (
        <Allowed operation="media.uploadPicture">
          <LibraryPictureField
            key={form.gallery.length}
            label="Add to the gallery"
            shape="16 / 10"
            seed={seed}
            plain
            value={undefined}
            onChange={(picture) => picture && add({ id: picture.id, url: picture.url })}
            onPick={(picture) => add({ id: picture.id, url: picture.url, ...(findAlt(picture) ? { altText: findAlt(picture) } : {}) })}
          />
        </Allowed>
      ) : (
        <Text size="sm" c="dimmed">
          A gallery has at most {MAX_PICTURES} pictures.
        </Text>
      )}
    </Part>
  )
}

function GalleryEntry({ image, at, form, set }: Pick<PartProps, 'form' | 'set'> & { image: GalleryPicture; at: number }) {
  const name = `picture ${at + 1}`
  const describe = (text: string) =>
    set((now) => ({
      gallery: now.gallery.map((one, index) => {
        if (index !== at) return one
        const { altText: _, ...rest } = one
        return text === '' ? rest : { ...rest, altText: text }
      }),
    }))
  return (
    <li className={css.galleryEntry}>
      <img src={toLocalUrl(image.url)} alt="" loading="lazy" />
      <Stack gap={4}>
        <TextInput
          size="md"
          {...altLabel}
          label={`Description of ${name}`}
          value={image.altText ?? ''}
          onChange={(event) => describe(event.currentTarget.value)}
        />
        <EntryButtons name={name} entries={form.gallery} at={at} onChange={(change) => set((now) => ({ gallery: change(now.gallery) }))} />
      </Stack>
    </li>
  )
}
