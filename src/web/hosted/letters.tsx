/** The page behind the foot of a letter: what somebody wants to read, without a sign-in. */
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient, useAsk } from '../api.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { LetterChoices } from '../kit/letter-choices.tsx'
import { alwaysSent, type LetterKind, letterWords } from '../kit/letter-kinds.ts'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import type { ReplyOf } from '../operations.ts'
import { HostedFrame } from './frame.tsx'

type Found = ReplyOf<'letters.getLettersByLink'>

export function Letters() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { kind } = useSearch({ strict: false }) as { kind?: string }
  const found = useAsk('letters.getLettersByLink', { params: { token } })
  return (
    <HostedFrame title="My e-mails">
      {found.isPending ? (
        <Skeletons kind="text" count={4} />
      ) : found.error?.status === 404 ? (
        <EmptyState title="This link leads nowhere" action={<ButtonLink href="/account?tab=letters">Go to my account</ButtonLink>}>
          It is not complete, or the address it was sent to is no longer known here.
        </EmptyState>
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Choices key={JSON.stringify(found.data)} token={token} found={found.data} asked={kind && kind in letterWords ? (kind as LetterKind) : undefined} />
      )}
    </HostedFrame>
  )
}

function Choices({ token, found, asked }: { token: string; found: Found; asked: LetterKind | undefined }) {
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
      <h1 className="title">My e-mails</h1>
      <p>
        They go to <strong>{found.email}</strong>.
      </p>
      {asked === undefined ? null : wanted ? (
        <Button variant="light" busy={busy} onClick={() => void turn(asked, false)}>
          {`No more ${letterWords[asked][2]}`}
        </Button>
      ) : (
        <Note tone="good" role="status">
          <p className="strong">{`You get no more ${letterWords[asked][2]}.`}</p>
          <Button variant="default" busy={busy} onClick={() => void turn(asked, true)}>
            I want them again
          </Button>
        </Note>
      )}
      <Form label="My e-mails" submit="Save" onSubmit={() => save(kinds)}>
        <LetterChoices kinds={kinds} onChange={setKinds} />
      </Form>
      <p className="dim small">{alwaysSent}</p>
    </div>
  )
}
