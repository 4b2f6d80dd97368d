/** A field for a picture: preview, upload, removal and errors. */
import { useId, useRef, useState } from 'react'
import { errorMessage, uploadPicture, type UploadedPicture } from '../api.ts'
import { Button } from './button.tsx'
import { Avatar } from './avatar.tsx'
import { Picture } from './picture.tsx'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    kinds: 'Please choose a PNG, JPEG, WebP or AVIF file.',
    large: 'The file must be smaller than 10 MB.',
    change: 'Change picture',
    choose: 'Choose picture',
    pick: 'From the library',
    draw: 'Generate one',
    remove: 'Remove',
    hint: 'PNG, JPEG, WebP or AVIF, up to 10 MB.',
  },
  {
    de: {
      kinds: 'Bitte wähle eine Datei in PNG, JPEG, WebP oder AVIF.',
      large: 'Die Datei darf höchstens 10 MB groß sein.',
      change: 'Bild ändern',
      choose: 'Bild auswählen',
      pick: 'Aus der Mediathek',
      draw: 'Bild erzeugen',
      remove: 'Entfernen',
      hint: 'PNG, JPEG, WebP oder AVIF, höchstens 10 MB.',
    },
    fr: {
      kinds: 'Choisissez un fichier PNG, JPEG, WebP ou AVIF.',
      large: 'Le fichier doit peser moins de 10 Mo.',
      change: 'Changer d’image',
      choose: 'Choisir une image',
      pick: 'Depuis la médiathèque',
      draw: 'Générer une image',
      remove: 'Supprimer',
      hint: 'PNG, JPEG, WebP ou AVIF, 10 Mo au maximum.',
    },
    es: {
      kinds: 'Elige un archivo PNG, JPEG, WebP o AVIF.',
      large: 'El archivo debe pesar menos de 10 MB.',
      change: 'Cambiar imagen',
      choose: 'Elegir imagen',
      pick: 'De la biblioteca',
      draw: 'Generar una imagen',
      remove: 'Quitar',
      hint: 'PNG, JPEG, WebP o AVIF, 10 MB como máximo.',
    },
  },
)

const MAX_BYTES = 10_485_760
const MIME_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

export interface PictureFieldProps {
  label: string
  hint?: string
  value: { url: string } | undefined
  /** Gets the uploaded picture, or undefined when it was removed. */
  onChange: (picture: UploadedPicture | undefined) => void | Promise<void>
  /** Seeds the drawing that is shown without a picture. */
  seed: string
  /** A round portrait, or a picture of this aspect ratio. */
  shape: 'person' | `${number} / ${number}`
  /** Shows an empty frame in place of a drawing while there is no picture. */
  plain?: boolean
  /** Opens what there is already, to choose from. */
  pick?: (() => void) | undefined
  /** Generates a picture instead of uploading one. */
  draw?: (() => Promise<UploadedPicture>) | undefined
}

export function PictureField({ label, hint, value, onChange, seed, shape, plain = false, draw, pick }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const applyPicture = async (get: () => Promise<UploadedPicture | undefined>) => {
    setBusy(true)
    setProblem('')
    try {
      await onChange(await get())
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const chooseFile = (file: File | undefined) => {
    if (!file) return
    if (!MIME_TYPES.includes(file.type)) setProblem(t.kinds)
    else if (file.size > MAX_BYTES) setProblem(t.large)
    else void applyPicture(() => uploadPicture(file))
  }
  const isPerson = shape === 'person'
  return (
    <div className={isPerson ? 'picture-field' : 'picture-field picture-field-wide'} role="group" aria-labelledby={`${id}-label`} aria-busy={busy}>
      <div className="picture-field-shown">
        {isPerson ? (
          <Avatar name={seed} src={value?.url} size={72} />
        ) : plain && !value ? (
          <div className="picture-field-empty" style={{ aspectRatio: shape }} />
        ) : (
          <Picture src={value?.url} seed={seed} ratio={shape} />
        )}
      </div>
      <div className="stack-s">
        <span className="field-label" id={`${id}-label`}>
          {label}
        </span>
        <div className="row">
          <Button variant="default" busy={busy} onClick={() => input.current?.click()} aria-describedby={`${id}-about`}>
            {value ? t.change : t.choose}
          </Button>
          {pick ? (
            <Button variant="default" onClick={pick}>
              {t.pick}
            </Button>
          ) : null}
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
          // So that the same file can be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
