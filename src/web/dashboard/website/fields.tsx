/** Fields of the editor: texts in one language, pictures. */
import { Textarea, TextInput } from '@mantine/core'
import { createContext, useContext } from 'react'
import { type Language, languages } from '#kit/pure/languages.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { FocalPoint } from '../parts/focal-point.tsx'
import { LibraryPictureField } from '../parts/library-picture-field.tsx'
import type { PictureRef, Texts } from '#domains/website/rules/website.ts'
import { withFocalPoint, withText } from './website-edits.ts'

const messages = defineDashboardMessages(
  { alt: 'Description of the picture', altHint: 'Read aloud by screen readers. Leave empty if decorative.' },
  { de: { alt: 'Beschreibung des Bildes', altHint: 'Wird von Screenreadern vorgelesen. Leer lassen, wenn das Bild nur schmückt.' } },
)

/** The language that is written. */
export const EditedLanguage = createContext<Language>('en')
export const useEditedLanguage = (): Language => useContext(EditedLanguage)

interface TextFieldProps {
  label: string
  texts: Texts | undefined
  onChange: (texts: Texts) => void
  maxLength: number
  rows?: number
  /** What is shown while nothing is written. */
  placeholder?: string | undefined
  description?: string
}
/** A text in the language that is edited; while it is not written, one in another language shows what it says there. */
export function TextField({ label, texts, onChange, maxLength, rows, placeholder, description }: TextFieldProps) {
  const language = useEditedLanguage()
  const elsewhere = (Object.keys(languages) as Language[]).map((other) => texts?.[other]).find((text) => text?.trim())
  const common = {
    size: 'md' as const,
    label,
    maxLength,
    value: texts?.[language] ?? '',
    placeholder: elsewhere ?? placeholder,
    description,
    lang: language,
    onChange: (event: { currentTarget: { value: string } }) => onChange(withText(texts, language, event.currentTarget.value)),
  }
  return rows ? <Textarea {...common} autosize minRows={rows} maxRows={12} /> : <TextInput {...common} />
}

/** A picture with the words for those who do not see it. */
export function PictureInput({
  label,
  picture,
  onChange,
  seed,
  shape = '4 / 3',
  hint,
  withAlt = true,
  withFocus = false,
}: {
  label: string
  picture: PictureRef | undefined
  /** Changes of the same `step` that follow each other are undone together. */
  onChange: (picture: PictureRef | undefined, step?: string) => void
  seed: string
  shape?: `${number} / ${number}`
  hint?: string
  withAlt?: boolean
  /** Where the picture is cut to the shape of its place. */
  withFocus?: boolean
}) {
  const t = useMessages(messages)
  return (
    <>
      <LibraryPictureField
        label={label}
        {...(hint ? { hint } : {})}
        value={picture && { url: `/media/${picture.id}` }}
        seed={seed}
        shape={shape}
        plain
        onChange={(uploaded) =>
          onChange(uploaded && { id: uploaded.id, width: uploaded.width, height: uploaded.height, ...(picture?.alt ? { alt: picture.alt } : {}) })
        }
        onPick={({ id, width, height, alt, focus }) =>
          onChange({ id, width, height, ...(withAlt && Object.keys(alt).length > 0 ? { alt } : {}), ...(withFocus && focus ? { focus } : {}) })
        }
      />
      {picture && withFocus && <FocalPoint picture={picture} onChange={(focus) => onChange(withFocalPoint(picture, focus), 'focal point')} />}
      {picture && withAlt && (
        <TextField
          label={t.alt}
          description={t.altHint}
          texts={picture.alt}
          maxLength={300}
          onChange={(alt) => onChange({ ...picture, alt }, 'picture description')}
        />
      )}
    </>
  )
}
