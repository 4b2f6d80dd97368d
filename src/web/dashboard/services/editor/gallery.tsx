/** The pictures of a service: the one of its card, and those of its page in their order. */
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DrawingTheme } from '#kit/pure/theme-drawings.ts'
import { useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toLocalUrl } from '#kit/pure/picture-sources.ts'
import type { LibraryPicture } from '../../entities.ts'
import { LibraryPictureField } from '../../parts/library-picture-field.tsx'
import { Allowed } from '../../permissions.tsx'
import type { GalleryPicture } from '../forms/service-form.ts'
import css from '../services.module.css'
import { EntryButtons } from './entry-buttons.tsx'
import { Part, type PartProps } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
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
    altLabel: 'Description of the picture',
    altAbout: 'Read aloud by screen readers. Leave empty if decorative.',
    pictures: 'Pictures',
    about: 'The first one is on the card and on top of the page; the gallery follows below it.',
    theme: 'Theme of a generated picture',
    byName: 'Chosen by the name',
    gallery: 'Gallery',
    add: 'Add to the gallery',
    full: (most: number) => `A gallery has at most ${most} pictures.`,
    pictureNumber: (n: number) => `picture ${n}`,
    altOf: (n: number) => `Description of picture ${n}`,
  },
  {
    de: {
      yoga: 'Yoga',
      strength: 'Kraft',
      dance: 'Tanz',
      massage: 'Massage',
      beauty: 'Kosmetik',
      kids: 'Kinder',
      music: 'Musik',
      clinic: 'Praxis',
      coaching: 'Coaching',
      climbing: 'Klettern',
      dogs: 'Hunde',
      workshop: 'Workshop',
      altLabel: 'Beschreibung des Bildes',
      altAbout: 'Wird von Screenreadern vorgelesen. Leer lassen, wenn das Bild nur schmückt.',
      pictures: 'Bilder',
      about: 'Das erste Bild steht auf der Karte und oben auf der Seite, die Galerie darunter.',
      theme: 'Thema eines gezeichneten Bildes',
      byName: 'Passend zum Namen',
      gallery: 'Galerie',
      add: 'Zur Galerie hinzufügen',
      full: (most) => `Eine Galerie hat höchstens ${most} Bilder.`,
      pictureNumber: (n) => `Bild ${n}`,
      altOf: (n) => `Beschreibung von Bild ${n}`,
    },
  },
)
const text = currentMessages(messages)

const themeNames: Record<DrawingTheme, string> = {
  yoga: text.yoga,
  strength: text.strength,
  dance: text.dance,
  massage: text.massage,
  beauty: text.beauty,
  kids: text.kids,
  music: text.music,
  clinic: text.clinic,
  coaching: text.coaching,
  climbing: text.climbing,
  dogs: text.dogs,
  workshop: text.workshop,
}
const MAX_PICTURES = 24
const findAlt = ({ alt }: LibraryPicture): string => alt.en ?? Object.values(alt)[0] ?? ''
const altLabel = { label: text.altLabel, description: text.altAbout, maxLength: 300 }

export function GalleryPart({ form, set }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const draw = useApiMutation('media.drawPicture')
  const [theme, setTheme] = useState<DrawingTheme | null>(null)
  const seed = form.name.trim() || 'A new service'
  const add = (image: GalleryPicture) => set((now) => ({ gallery: [...now.gallery, image] }))
  return (
    <Part name="gallery" title={t.pictures} about={t.about}>
      <Allowed operation={['media.uploadPicture', 'media.drawPicture']}>
        <LibraryPictureField
          label={w.picture}
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
            label={t.theme}
            placeholder={t.byName}
            clearable
            value={theme}
            onChange={setTheme}
            data={Object.entries(themeNames).map(([value, label]) => ({ value: value as DrawingTheme, label }))}
          />
        </Allowed>
      )}
      {form.picture && <TextInput size="md" {...altLabel} value={form.pictureAlt} onChange={(event) => set({ pictureAlt: event.currentTarget.value })} />}
      {form.gallery.length > 0 && (
        <ol className={css.gallery} aria-label={t.gallery}>
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
            label={t.add}
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
          {t.full(MAX_PICTURES)}
        </Text>
      )}
    </Part>
  )
}

function GalleryEntry({ image, at, form, set }: Pick<PartProps, 'form' | 'set'> & { image: GalleryPicture; at: number }) {
  const t = useMessages(messages)
  const name = t.pictureNumber(at + 1)
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
        <TextInput size="md" {...altLabel} label={t.altOf(at + 1)} value={image.altText ?? ''} onChange={(event) => describe(event.currentTarget.value)} />
        <EntryButtons name={name} entries={form.gallery} at={at} onChange={(change) => set((now) => ({ gallery: change(now.gallery) }))} />
      </Stack>
    </li>
  )
}
