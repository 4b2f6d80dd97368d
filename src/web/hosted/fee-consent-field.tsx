/** The box beside the button with which a customer agrees that a card is kept and charged for fees. Loaded where a fee may follow. */
import { useFormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'

// Names the box in the summary of errors, where the whole sentence would be too long.
const messages = defineMessages({ fees: 'Fees' }, { de: { fees: 'Gebühren' }, fr: { fees: 'Frais' }, es: { fees: 'Cargos' } })

export function FeeConsentField({ text, isGiven, onChange }: { text: string; isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  const { id, error, touch } = useFormField('acceptsFees', useMessages(messages).fees)
  const change = (to: boolean) => {
    touch()
    onChange(to)
  }
  return (
    <div>
      <label className="check">
        <input
          id={id}
          type="checkbox"
          required
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <span>{text}</span>
      </label>
      {error ? (
        <div className="field-error" id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  )
}
