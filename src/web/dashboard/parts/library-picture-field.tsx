/** A field for a picture: uploaded in place, or chosen from the media library. */
import { lazy, Suspense, useState } from 'react'
import './kit-forms.css'
import { PictureField, type PictureFieldProps } from '#web/kit/picture-field.tsx'
import type { LibraryPicture } from '../entities.ts'
import { useMay } from '../permissions.tsx'

const PicturePicker = lazy(async () => ({ default: (await import('./picture-picker.tsx')).PicturePicker }))

interface LibraryPictureFieldProps extends Omit<PictureFieldProps, 'pick'> {
  /** Gets the chosen picture with its words and focal point; without it `onChange` gets it. */
  onPick?: (picture: LibraryPicture) => void
}
export function LibraryPictureField({ onPick, ...field }: LibraryPictureFieldProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const choose = (picture: LibraryPicture) => {
    setOpen(false)
    if (onPick) onPick(picture)
    else void field.onChange(picture)
  }
  return (
    <>
      <PictureField {...field} pick={may('media.listPictures') ? () => setOpen(true) : undefined} />
      {open && (
        <Suspense fallback={null}>
          <PicturePicker onChoose={choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
