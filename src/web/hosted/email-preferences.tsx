/** Page of the unsubscribe link: email preferences without a sign-in. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiMutation, useApiQuery } from '../api.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { EmailChoices, useEmailChoices } from '../kit/email-choices.tsx'
import { type EmailKind, emailKindMessages } from '../kit/email-kinds.ts'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import type { ReplyOf } from '../operations.ts'
import { useSearchParams } from '../search-params.ts'
import { emailPreferencesSearch } from '../site-search.ts'
import { HostedLayout } from './layout.tsx'

const messages = defineMessages(
  {
    title: 'Email preferences',
    nowhere: 'This link isn’t valid',
    whyNowhere: 'It may be incomplete, or the email address may no longer be in use here.',
    account: 'Go to my account',
    goTo: (email: ReactNode) => <>Sent to {email}.</>,
    noMore: (emails: string) => `Unsubscribe from ${emails}`,
    getNoMore: (emails: string) => `You’re unsubscribed from ${emails}.`,
    again: 'Resubscribe',
    save: 'Save',
  },
  {
    de: {
      title: 'E-Mail-Einstellungen',
      nowhere: 'Dieser Link ist ungültig',
      whyNowhere: 'Er ist unvollständig, oder die E-Mail-Adresse ist hier nicht mehr bekannt.',
      account: 'Zu meinem Konto',
      goTo: (email) => <>Für {email}.</>,
      noMore: (emails) => `${emails} abbestellen`,
      getNoMore: (emails) => `Du bekommst keine ${emails} mehr.`,
      again: 'Wieder abonnieren',
      save: 'Speichern',
    },
    fr: {
      title: 'Préférences d’e-mails',
      nowhere: 'Ce lien n’est pas valide',
      whyNowhere: 'Il est incomplet, ou l’adresse e-mail n’est plus connue ici.',
      account: 'Aller à mon compte',
      goTo: (email) => <>Envoyés à {email}.</>,
      noMore: (emails) => `Se désabonner : ${emails}`,
      getNoMore: (emails) => `Désabonnement enregistré : ${emails}.`,
      again: 'Se réabonner',
      save: 'Enregistrer',
    },
    es: {
      title: 'Preferencias de correo',
      nowhere: 'Este enlace no es válido',
      whyNowhere: 'Está incompleto o el correo ya no se usa aquí.',
      account: 'Ir a mi cuenta',
      goTo: (email) => <>Para {email}.</>,
      noMore: (emails) => `Dejar de recibir ${emails}`,
      getNoMore: (emails) => `Ya no recibirás ${emails}.`,
      again: 'Volver a recibirlos',
      save: 'Guardar',
    },
  },
)

type EmailPreferencesReply = ReplyOf<'emailPreferences.getEmailPreferencesByLink'>

export function EmailPreferences() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const t = useMessages(messages)
  const emails = useMessages(emailKindMessages)
  const { kind } = useSearchParams(emailPreferencesSearch)
  const found = useApiQuery('emailPreferences.getEmailPreferencesByLink', { params: { token } })
  return (
    <HostedLayout title={t.title}>
      {found.isPending ? (
        <Skeletons kind="text" count={4} />
      ) : found.error?.status === 404 ? (
        <EmptyState title={t.nowhere} action={<ButtonLink href="/account?tab=emails">{t.account}</ButtonLink>}>
          {t.whyNowhere}
        </EmptyState>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <PreferencesForm token={token} found={found.data} asked={kind && kind in emails.kinds ? (kind as EmailKind) : undefined} />
      )}
    </HostedLayout>
  )
}

function PreferencesForm({ token, found, asked }: { token: string; found: EmailPreferencesReply; asked: EmailKind | undefined }) {
  const t = useMessages(messages)
  const emails = useMessages(emailKindMessages)
  const { kinds, edits, edit, followSaved } = useEmailChoices(found.kinds)
  const update = useApiMutation('emailPreferences.updateEmailPreferencesByLink')
  const save = async () => {
    await update.mutateAsync({ params: { token }, body: { kinds } })
    await followSaved(edits)
  }
  const change = useApiMutation('emailPreferences.updateEmailPreferencesByLink')
  const changeOne = (kind: EmailKind, wanted: boolean) =>
    void change.mutateAsync({ params: { token }, body: { kinds: [{ kind, wanted }] } }).then(
      () => {
        // What was ticked for this kind below counts no longer.
        edit({ [kind]: wanted })
        return followSaved({ [kind]: wanted })
      },
      () => undefined,
    )
  const wanted = found.kinds.find((one) => one.kind === asked)?.wanted
  return (
    <div className="card stack">
      <h1 className="title">{t.title}</h1>
      <p>{t.goTo(<strong>{found.email}</strong>)}</p>
      {asked === undefined ? null : wanted ? (
        <Button variant="light" busy={change.isPending} onClick={() => changeOne(asked, false)}>
          {t.noMore(emails.kinds[asked].within)}
        </Button>
      ) : (
        <Note tone="good" role="status">
          <p className="strong">{t.getNoMore(emails.kinds[asked].within)}</p>
          <Button variant="default" busy={change.isPending} onClick={() => changeOne(asked, true)}>
            {t.again}
          </Button>
        </Note>
      )}
      {change.error && (
        <Note tone="bad" role="alert">
          {change.error.message}
        </Note>
      )}
      <Form label={t.title} submit={t.save} onSubmit={save}>
        <EmailChoices kinds={kinds} onChange={(kind, to) => edit({ [kind]: to })} />
      </Form>
      <p className="dim small">{emails.always}</p>
    </div>
  )
}
