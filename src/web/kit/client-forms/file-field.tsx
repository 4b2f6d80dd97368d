/** A file that is sent with a form: uploaded when it is chosen, private to the business. */
import { useRef, useState } from 'react'
import { acceptedFiles } from '#domains/forms/rules/file-type.ts'
import { call, errorMessage } from '../../api.ts'
import { Button } from '../button.tsx'
import { useFormField } from '../form.tsx'
import { useMessages } from '../messages.ts'
import { messages } from './client-forms.messages.ts'

interface FileFieldProps {
  name: string
  label: string
  hint?: string
  required: boolean
  formId: string
  disabled: boolean
  value: unknown
  onChange: (fileId: string) => void
}
export function FileField({ name, label, hint, required, formId, disabled, value, onChange }: FileFieldProps) {
  const t = useMessages(messages)
  const { id, error, touch } = useFormField(name, label)
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState({ name: '', problem: '', busy: false })
  const upload = async (file: File | undefined) => {
    if (!file) return
    touch()
    setShown({ name: '', problem: '', busy: true })
    try {
      const sent = await call('forms.uploadFormFile', { query: { formId, filename: file.name.slice(-255) }, body: file })
      setShown({ name: file.name, problem: '', busy: false })
      onChange(sent.fileId)
    } catch (failure) {
      setShown({ name: '', problem: errorMessage(failure), busy: false })
      onChange('')
    }
  }
  const problem = shown.problem || error
  return (
    <div>
      <div className="field-label" id={`${id}-label`}>
        {label}
        {required ? null : <span className="dim"> {t.optional}</span>}
      </div>
      <div className="field-hint" id={`${id}-hint`}>
        {hint ? `${hint} ` : ''}
        {t.fileHint}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label={label}
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div className="row">
        <Button
          id={id}
          variant="light"
          busy={shown.busy}
          disabled={disabled}
          aria-describedby={`${id}-label ${id}-hint${problem ? ` ${id}-error` : ''}`}
          onClick={() => input.current?.click()}
        >
          {value ? t.replace : t.choose}
        </Button>
        {value ? (
          <button
            type="button"
            className="plain link"
            onClick={() => {
              setShown({ name: '', problem: '', busy: false })
              onChange('')
            }}
          >
            {t.remove}
          </button>
        ) : null}
      </div>
      <p className="small dim" role="status">
        {shown.busy ? t.uploading : value && shown.name ? t.uploaded(shown.name) : ''}
      </p>
      {problem ? (
        <div className="field-error" id={`${id}-error`}>
          {problem}
        </div>
      ) : null}
    </div>
  )
}
