/** Pictures of the library side by side. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import type { LibraryPicture } from '../entities.ts'
import css from './picture-library.module.css'

const text = currentMessages(
  defineDashboardMessages(
    { size: (width: number, height: number) => `${width} × ${height}`, crop: (width: number, height: number) => `${width} × ${height} · crop` },
    { de: { size: (width, height) => `${width} × ${height}`, crop: (width, height) => `${width} × ${height} · Ausschnitt` } },
  ),
)

/** A small version around the focal point. */
export const thumbnailUrl = ({ id, focus }: Pick<LibraryPicture, 'id' | 'focus'>): string =>
  `/media/${id}/v1/fill/w_320,h_240${focus ? `,fp_${focus.x / 100}_${focus.y / 100}` : ''}/picture.webp`

/** What a picture is called where there is only text: its words, else its file. */
export const pictureName = ({ alt, filename }: Pick<LibraryPicture, 'alt' | 'filename'>): string =>
  alt[pageLanguage()] ?? alt.en ?? Object.values(alt)[0] ?? filename

export const PictureGrid = ({ pictures, label, onOpen }: { pictures: readonly LibraryPicture[]; label: string; onOpen: (picture: LibraryPicture) => void }) => (
  <ul className={css.grid} aria-label={label}>
    {pictures.map((picture) => (
      <li key={picture.id}>
        <button type="button" className={css.tile} onClick={() => onOpen(picture)}>
          <img src={thumbnailUrl(picture)} alt="" loading="lazy" width={320} height={240} />
          <span className={css.name}>{pictureName(picture)}</span>
          <span className={css.size}>{picture.originalId ? text.crop(picture.width, picture.height) : text.size(picture.width, picture.height)}</span>
        </button>
      </li>
    ))}
  </ul>
)
