/** The intake form of a booking, by the link of its email; needs no account. Source: guide services-and-availability §12.3. */
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiError, useApiMutation, useApiQuery } from '../api.ts'
import { type ClientFormAnswers, ClientFormFields } from '../kit/client-forms/client-form-fields.tsx'
import { checkAnswers } from '../kit/client-forms/check-answers.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { Form, throwInvalid } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import type { ReplyOf } from '../operations.ts'
import { HostedLayout } from './layout.tsx'

const messages = defineMessages(
  {
    title: 'Before your visit',
    hello: (firstName: string) => (firstName ? `Hi ${firstName}, please fill this in before you come.` : 'Please fill this in before you come.'),
    send: 'Send answers',
    done: 'Thank you, we have your answers',
    doneText: 'There’s nothing left to fill in.',
    booking: 'View booking',
    invalid: 'This link doesn’t work',
    invalidText: 'It may be outdated. Please use the link in your latest email about the booking.',
  },
  {
    de: {
      title: 'Vor deinem Termin',
      hello: (firstName) => (firstName ? `Hallo ${firstName}, bitte fülle das vor deinem Termin aus.` : 'Bitte fülle das vor deinem Termin aus.'),
      send: 'Antworten senden',
      done: 'Danke, deine Antworten sind da',
      doneText: 'Es gibt nichts mehr auszufüllen.',
      booking: 'Buchung ansehen',
      invalid: 'Dieser Link funktioniert nicht',
      invalidText: 'Vielleicht ist er veraltet. Bitte nutze den Link in deiner letzten E-Mail zur Buchung.',
    },
    fr: {
      title: 'Avant votre visite',
      hello: (firstName) => (firstName ? `Bonjour ${firstName}, remplissez ce formulaire avant votre visite.` : 'Remplissez ce formulaire avant votre visite.'),
      send: 'Envoyer les réponses',
      done: 'Merci, nous avons bien reçu vos réponses',
      doneText: 'Il n’y a plus rien à remplir.',
      booking: 'Voir la réservation',
      invalid: 'Ce lien ne fonctionne pas',
      invalidText: 'Il n’est peut-être plus valable. Utilisez le lien de notre dernier e-mail sur la réservation.',
    },
    es: {
      title: 'Antes de tu visita',
      hello: (firstName) => (firstName ? `Hola, ${firstName}: rellena esto antes de venir.` : 'Rellena esto antes de venir.'),
      send: 'Enviar respuestas',
      done: 'Gracias, ya tenemos tus respuestas',
      doneText: 'No queda nada por rellenar.',
      booking: 'Ver la reserva',
      invalid: 'Este enlace no funciona',
      invalidText: 'Puede que ya no sea válido. Usa el enlace de nuestro último correo sobre la reserva.',
    },
  },
)
type Intake = ReplyOf<'bookingForms.getIntake'>

export function IntakePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const t = useMessages(messages)
  const query = useApiQuery('bookingForms.getIntake', { params: { token } })
  return (
    <HostedLayout title={t.title}>
      <h1 className="hosted-title">{t.title}</h1>
      {query.isPending ? (
        <Skeletons kind="text" count={5} />
      ) : query.error && !query.data ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.isDone ? (
        <EmptyState
          title={t.done}
          action={
            <ButtonLink href={`/booking/${token}`} variant="light">
              {t.booking}
            </ButtonLink>
          }
        >
          {t.doneText}
        </EmptyState>
      ) : (
        <IntakeForm token={token} intake={query.data} onSent={() => void query.refetch()} />
      )}
    </HostedLayout>
  )
}

function Failed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useMessages(messages)
  const isGone = error.status === 404 || error.code === 'INVALID_TOKEN' || error.violations.length > 0
  return isGone ? <EmptyState title={t.invalid}>{t.invalidText}</EmptyState> : <ErrorState error={error} onRetry={onRetry} />
}

const emptyDraft = { answers: '' }
const readDraft = (text: string): ClientFormAnswers => (text ? (JSON.parse(text) as ClientFormAnswers) : {})

function IntakeForm({ token, intake: { form, booking }, onSent }: { token: string; intake: Intake; onSent: () => void }) {
  const t = useMessages(messages)
  const { fields, change, clear } = useDraft(`intake-${form.id}-${token.slice(-24)}`, emptyDraft)
  const [secret, setSecret] = useState<ClientFormAnswers>({})
  const send = useApiMutation('bookingForms.submitIntake')
  const answers = { ...readDraft(fields.answers), ...secret }
  const setAnswer = (target: string, value: unknown) => {
    const type = form.fields.find((field) => field.target === target)?.type
    if (type === 'FILE' || type === 'SIGNATURE') setSecret((old) => ({ ...old, [target]: value }))
    else change((now) => ({ answers: JSON.stringify({ ...readDraft(now.answers), [target]: value }) }))
  }
  const submit = async () => {
    const checked = checkAnswers(form.fields, answers)
    if (checked.violations.length > 0) throwInvalid(checked.violations)
    await send.mutateAsync({ params: { token }, body: { formSubmission: checked.answers } })
    clear()
    onSent()
  }
  return (
    <div className="card stack">
      <p>{t.hello(booking.firstName)}</p>
      <p className="dim">
        {booking.title}, <When at={booking.startDate} style="full" zone={booking.timeZone} />
      </p>
      <h2 className="card-title">{form.name}</h2>
      <Form label={form.name} onSubmit={submit} submit={t.send}>
        <ClientFormFields formId={form.id} fields={form.fields} answers={answers} onAnswer={setAnswer} />
      </Form>
    </div>
  )
}
