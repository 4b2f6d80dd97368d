/** The page behind the foot of a letter: what somebody wants to read, without a sign-in. */
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, queryClient, useAsk } from '../api.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { LetterChoices } from '../kit/letter-choices.tsx'
import { type LetterKind, letterWords } from '../kit/letter-kinds.ts'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { useWords, words } from '../kit/words.ts'
import type { ReplyOf } from '../operations.ts'
import { HostedFrame } from './frame.tsx'

const said = words(
  {
    title: 'My e-mails',
    nowhere: 'This link leads nowhere',
    whyNowhere: 'It is not complete, or the address it was sent to is no longer known here.',
    account: 'Go to my account',
    goTo: (email: ReactNode) => <>They go to {email}.</>,
    noMore: (letters: string) => `No more ${letters}`,
    getNoMore: (letters: string) => `You get no more ${letters}.`,
    again: 'I want them again',
    save: 'Save',
  },
  {
    de: {
      title: 'Meine E-Mails',
      nowhere: 'Dieser Link führt nirgendwohin',
      whyNowhere: 'Er ist nicht vollständig, oder die Adresse, an die er ging, ist hier nicht mehr bekannt.',
      account: 'Zu meinem Konto',
      goTo: (email) => <>Sie gehen an {email}.</>,
      noMore: (letters) => `Keine ${letters} mehr`,
      getNoMore: (letters) => `Du bekommst keine ${letters} mehr.`,
      again: 'Ich möchte sie wieder haben',
      save: 'Speichern',
    },
  },
)

type Found = ReplyOf<'letters.getLettersByLink'>

export function Letters() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const t = useWords(said)
  const { kind } = useSearch({ strict: false }) as { kind?: string }
  const found = useAsk('letters.getLettersByLink', { params: { token } })
  return (
    <HostedFrame title={t.title}>
      {found.isPending ? (
        <Skeletons kind="text" count={4} />
      ) : found.error?.status === 404 ? (
        <EmptyState title={t.nowhere} action={<ButtonLink href="/account?tab=letters">{t.account}</ButtonLink>}>
          {t.whyNowhere}
        </EmptyState>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Choices
          key={JSON.stringify(found.data)}
          token={token}
          found={found.data}
          asked={kind && kind in letterWords.en.kinds ? (kind as LetterKind) : undefined}
        />
      )}
    </HostedFrame>
  )
}

function Choices({ token, found, asked }: { token: string; found: Found; asked: LetterKind | undefined }) {
  const t = useWords(said)
  const letters = useWords(letterWords)
  const [kinds, setKinds] = useState(found.kinds)
  const save = async (next: Found['kinds']) => {
    await call('letters.changeLettersByLink', { params: { token }, body: { kinds: next } })
    await queryClient.invalidateQueries()
  }
  const [busy, setBusy] = useState(false)
  const turn = async (kind: LetterKind, wanted: boolean) => {
    setBusy(true)
    await save([{ kind, wanted }]).finally(() => setBusy(false))
  }
  const wanted = found.kinds.find((one) => one.kind === asked)?.wanted
  return (
    <div className="card stack">
      <h1 className="title">{t.title}</h1>
      <p>{t.goTo(<strong>{found.email}</strong>)}</p>
      {asked === undefined ? null : wanted ? (
        <Button variant="light" busy={busy} onClick={() => void turn(asked, false)}>
          {t.noMore(letters.kinds[asked].within)}
        </Button>
      ) : (
        <Note tone="good" role="status">
          <p className="strong">{t.getNoMore(letters.kinds[asked].within)}</p>
          <Button variant="default" busy={busy} onClick={() => void turn(asked, true)}>
            {t.again}
          </Button>
        </Note>
      )}
      <Form label={t.title} submit={t.save} onSubmit={() => save(kinds)}>
        <LetterChoices kinds={kinds} onChange={setKinds} />
      </Form>
      <p className="dim small">{letters.always}</p>
    </div>
  )
}
