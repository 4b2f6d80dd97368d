/** The fields of a form as clients fill them in: on the booking page, on the intake page, and in the preview of the editor. */
import { lazy, Suspense } from 'react'
import { listShownFields } from '#domains/forms/rules/conditions.ts'
import { type FieldType, type FormField as ClientFormFieldData, textIn } from '#domains/forms/rules/form.ts'
import type { Language } from '#kit/pure/languages.ts'
import { pageLanguage } from '../../language.ts'
import { FormField, type FormFieldProps } from '../form.tsx'
import { GroupField } from './group-field.tsx'

// Rare, so loaded with the first form that has them.
const FileField = lazy(async () => ({ default: (await import('./file-field.tsx')).FileField }))
const SignatureField = lazy(async () => ({ default: (await import('./signature-field.tsx')).SignatureField }))

export type ClientFormAnswers = Readonly<Record<string, unknown>>
export interface ClientFormFieldsProps {
  formId: string
  fields: readonly ClientFormFieldData[]
  answers: ClientFormAnswers
  onAnswer: (target: string, value: unknown) => void
  /** The language of the questions, in place of that of the page. */
  language?: Language
  /** In the editor, where no file is taken. */
  isPreview?: boolean
}

const inputs: Partial<Record<FieldType, Pick<FormFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>>> = {
  SHORT_TEXT: { maxLength: 500 },
  LONG_TEXT: { type: 'textarea', maxLength: 5000 },
  NUMBER: { inputMode: 'decimal', maxLength: 20 },
  DATE: { type: 'date' },
  PHONE: { type: 'tel', inputMode: 'tel', maxLength: 50 },
  EMAIL: { type: 'email', inputMode: 'email', maxLength: 254 },
  ADDRESS: { autoComplete: 'street-address', maxLength: 500 },
  CONSENT: { type: 'checkbox' },
}

export function ClientFormFields({ fields, answers, ...rest }: ClientFormFieldsProps) {
  return listShownFields(fields, answers).map((field) => <ClientFormField key={field.target} field={field} answer={answers[field.target]} {...rest} />)
}

interface ClientFormFieldProps extends Pick<ClientFormFieldsProps, 'formId' | 'onAnswer' | 'language' | 'isPreview'> {
  field: ClientFormFieldData
  answer: unknown
}
function ClientFormField({ field, answer, formId, onAnswer, language: chosen, isPreview = false }: ClientFormFieldProps) {
  const ofPage = pageLanguage()
  const language = chosen ?? ofPage
  const { target, type, required } = field
  const help = textIn(field.help, language)
  const common = { name: target, label: textIn(field.label, language), required, ...(help ? { hint: help } : {}) }
  const set = (value: unknown) => onAnswer(target, value)
  if (type === 'CHOICE' || type === 'CHOICES') {
    const options = (field.options ?? []).map(({ value, label }) => ({ value, label: textIn(label, language) }))
    return <GroupField {...common} many={type === 'CHOICES'} options={options} value={[answer ?? []].flat() as string[]} onChange={set} />
  }
  if (type === 'FILE' || type === 'SIGNATURE')
    return (
      <Suspense>
        {type === 'FILE' ? (
          <FileField {...common} formId={formId} disabled={isPreview} value={answer} onChange={set} />
        ) : (
          <SignatureField {...common} value={answer} onChange={set} />
        )}
      </Suspense>
    )
  return <FormField {...common} {...inputs[type]} value={answer === undefined ? '' : String(answer)} onChange={set} />
}
