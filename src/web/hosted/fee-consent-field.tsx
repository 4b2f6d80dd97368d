/** The box beside the button with which a customer agrees that a card is kept and charged for fees. Loaded where a fee may follow. */
import { FormField } from '../kit/form.tsx'

export const FeeConsentField = ({ text, isGiven, onChange }: { text: string; isGiven: boolean; onChange: (isGiven: boolean) => void }) => (
  <FormField type="checkbox" name="acceptsFees" label={text} required value={isGiven ? 'true' : ''} onChange={(value) => onChange(value === 'true')} />
)
