/** The questions of the service and the intake form, loaded only where there are some. */
import { ClientFormFields } from '../kit/client-forms/client-form-fields.tsx'
import { FormField } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import type { ClientFormsState } from './use-client-forms.ts'
import type { BookingDraft } from './booking-draft.ts'

const messages = defineMessages(
  {
    done: 'I have filled this in before',
    doneHint: 'With the same email address. You are asked again if it no longer counts.',
    optional: 'You can also fill this in later, by the link in your confirmation.',
  },
  {
    de: {
      done: 'Das habe ich schon einmal ausgefüllt',
      doneHint: 'Mit derselben E-Mail-Adresse. Gilt es nicht mehr, fragen wir noch einmal.',
      optional: 'Du kannst das auch später über den Link in deiner Bestätigung ausfüllen.',
    },
    fr: {
      done: 'J’ai déjà rempli ce formulaire',
      doneHint: 'Avec la même adresse e-mail. S’il n’est plus valable, nous vous le demanderons à nouveau.',
      optional: 'Vous pouvez aussi le remplir plus tard, avec le lien de votre confirmation.',
    },
    es: {
      done: 'Ya lo he rellenado antes',
      doneHint: 'Con el mismo correo. Si ya no vale, te lo pediremos de nuevo.',
      optional: 'También puedes rellenarlo más tarde, con el enlace de tu confirmación.',
    },
  },
)

export function ClientForms({ clientForms: { found, answers, setAnswer, isIntakeSkipped }, draft }: { clientForms: ClientFormsState; draft: BookingDraft }) {
  const t = useMessages(messages)
  if (!found.data) return null
  const { form, intake } = found.data
  return (
    <>
      <ClientFormFields formId={form.id} fields={form.fields} answers={answers} onAnswer={setAnswer} />
      {intake ? (
        <section className="stack" aria-label={intake.name}>
          <h2 className="card-title">{intake.name}</h2>
          {intake.required ? null : <p className="small dim">{t.optional}</p>}
          <FormField
            name="intakeDone"
            type="checkbox"
            label={t.done}
            hint={t.doneHint}
            value={draft.fields.intakeDone}
            onChange={(intakeDone) => draft.change({ intakeDone })}
          />
          {isIntakeSkipped ? null : <ClientFormFields formId={intake.id} fields={intake.fields} answers={answers} onAnswer={setAnswer} />}
        </section>
      ) : null}
    </>
  )
}
