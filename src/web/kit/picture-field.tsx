/** Choosing a picture: a preview, a file from this device, what was wrong with it, and taking it away again. */
import { useId, useRef, useState } from 'react'
import { errorMessage, uploadPicture, type UploadedPicture } from '../api.ts'
import { Button } from './button.tsx'
import { Avatar, Picture } from './picture.tsx'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    kinds: 'Please choose a PNG, JPEG, WebP or AVIF file.',
    large: 'This file is larger than 10 MB.',
    change: 'Change picture',
    choose: 'Choose a picture',
    draw: 'Draw one for me',
    remove: 'Remove',
    hint: 'PNG, JPEG, WebP or AVIF, at most 10 MB.',
  },
  {
    de: {
      kinds: 'Bitte wähle eine Datei in PNG, JPEG, WebP oder AVIF.',
      large: 'Diese Datei ist größer als 10 MB.',
      change: 'Bild ändern',
      choose: 'Bild auswählen',
      draw: 'Eins für mich zeichnen',
      remove: 'Entfernen',
      hint: 'PNG, JPEG, WebP oder AVIF, höchstens 10 MB.',
    },
  },
)

const MAX_BYTES = 10_485_760
const MIME_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

export interface PictureFieldProps {
  label: string
  hint?: string
  value: { url: string } | undefined
  /** The picture that was uploaded, or nothing when it was taken away. */
  onChange: (picture: UploadedPicture | undefined) => void | Promise<void>
  /** What is drawn as long as there is no picture. */
  seed: string
  /** A person in a circle, or a place in a frame of this ratio. */
  shape: 'person' | `${number} / ${number}`
  /** Another way to get a picture: draws one. */
  draw?: (() => Promise<UploadedPicture>) | undefined
}

export function PictureField({ label, hint, value, onChange, seed, shape, draw }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false)
  const [problem, setWrong] = useState('')
  const applyPicture = async (get: () => Promise<UploadedPicture | undefined>) => {
    setBusy(true)
    setWrong('')
    try {
      await onChange(await get())
    } catch (error) {
      setWrong(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const chooseFile = (file: File | undefined) => {
    if (!file) return
    if (!MIME_TYPES.includes(file.type)) setWrong(t.kinds)
    else if (file.size > MAX_BYTES) setWrong(t.large)
    else void applyPicture(() => uploadPicture(file))
  }
  const isPerson = shape === 'person'
  return (
    <div className={isPerson ? 'picture-field' : 'picture-field picture-field-wide'} role="group" aria-labelledby={`${id}-label`} aria-busy={busy}>
      <div className="picture-field-shown">
        {isPerson ? <Avatar name={seed} src={value?.url} size={72} /> : <Picture src={value?.url} seed={seed} ratio={shape} />}
      </div>
      <div className="stack-s">
        <span className="field-label" id={`${id}-label`}>
          {label}
        </span>
        <div className="row">
          <Button variant="default" busy={busy} onClick={() => input.current?.click()} aria-describedby={`${id}-about`}>
            {value ? t.change : t.choose}
          </Button>
          {draw && !value ? (
            <Button variant="default" onClick={() => void applyPicture(draw)}>
              {t.draw}
            </Button>
          ) : null}
          {value ? (
            <Button variant="default" onClick={() => void applyPicture(async () => undefined)}>
              {t.remove}
            </Button>
          ) : null}
        </div>
        <p className={problem ? 'field-error' : 'dim small'} id={`${id}-about`} role={problem ? 'alert' : undefined}>
          {problem || hint || t.hint}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={MIME_TYPES.join(',')}
        hidden
        aria-label={label}
        onChange={(event) => {
          chooseFile(event.currentTarget.files?.[0])
          // The same file may be chosen again after it was taken away.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
