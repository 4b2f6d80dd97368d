/** One or several of a few choices: radio buttons or check boxes under one label. */
import { useFormField } from '../form.tsx'
import { useMessages } from '../messages.ts'
import { messages } from './client-forms.messages.ts'

interface GroupFieldProps {
  name: string
  label: string
  hint?: string
  required: boolean
  many: boolean
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string | string[]) => void
}
export function GroupField({ name, label, hint, required, many, options, value, onChange }: GroupFieldProps) {
  const t = useMessages(messages)
  const { id, error, touch } = useFormField(name, label)
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  const set = (option: string, chosen: boolean) => {
    touch()
    if (many) onChange(options.map((one) => one.value).filter((one) => (one === option ? chosen : value.includes(one))))
    else onChange(option)
  }
  return (
    <fieldset className="choices" aria-describedby={describedBy}>
      <legend className="field-label">
        {label}
        {required ? null : <span className="dim"> {t.optional}</span>}
      </legend>
      {hint ? (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {options.map((option, at) => (
        <label className="check" key={option.value}>
          <input
            id={at === 0 ? id : undefined}
            type={many ? 'checkbox' : 'radio'}
            name={`${id}-choice`}
            aria-invalid={error ? true : undefined}
            checked={value.includes(option.value)}
            onChange={(event) => set(option.value, event.currentTarget.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {!(required || many) && value.length > 0 ? (
        <button type="button" className="plain link small" aria-label={t.clearAnswerOf(label)} onClick={() => onChange('')}>
          {t.clearAnswer}
        </button>
      ) : null}
      {error ? (
        <div className="field-error" id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </fieldset>
  )
}
