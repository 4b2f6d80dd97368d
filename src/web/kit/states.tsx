/** What a screen shows when there is nothing, not yet something, or no answer. */
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { Doodle } from './picture.tsx'
import { useWords, words } from './words.ts'

const said = words(
  {
    notFound: 'We could not find this',
    notOpen: 'This is not open to you',
    notLoaded: 'This did not load',
    ourFault: 'Something went wrong on our side.',
    reference: 'Reference',
    again: 'Try again',
    loading: 'Loading',
  },
  {
    de: {
      notFound: 'Das haben wir nicht gefunden',
      notOpen: 'Das ist für dich nicht zugänglich',
      notLoaded: 'Das konnte nicht geladen werden',
      ourFault: 'Bei uns ist etwas schiefgegangen.',
      reference: 'Kennung',
      again: 'Noch einmal versuchen',
      loading: 'Wird geladen',
    },
  },
)

/** Says what the place is for, with one button. `seed` picks the drawing. */
export function EmptyState({ title, children, action, seed = title }: { title: string; children?: ReactNode; action?: ReactNode; seed?: string }) {
  return (
    <div className="empty">
      <Doodle seed={seed} />
      <h2 className="h3">{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

/** One plain sentence and a way to go on. */
export function ErrorState({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const t = useWords(said)
  const known = error instanceof ApiError ? error : undefined
  const refused = known?.status === 403
  return (
    <div className="empty" role="alert">
      <h2 className="h3">{known?.status === 404 ? t.notFound : refused ? t.notOpen : t.notLoaded}</h2>
      <p>
        {known?.message ?? t.ourFault}
        {known?.requestId ? (
          <span className="small">
            <br />
            {t.reference} {known.requestId}
          </span>
        ) : null}
      </p>
      {onRetry && !refused ? (
        <Button variant="light" onClick={onRetry}>
          {t.again}
        </Button>
      ) : null}
      {children}
    </div>
  )
}

/** A grey bar where text will be. */
export const Bone = ({ height = 18, width = '100%' }: { height?: number; width?: number | string }) => <div className="bone" style={{ height, width }} />

/** The shape of what is coming: cards, rows or text lines. */
export function Skeletons({ kind = 'cards', count = 3 }: { kind?: 'cards' | 'plans' | 'rows' | 'text'; count?: number }) {
  const t = useWords(said)
  const places = Array.from({ length: count }, (_, index) => index)
  return (
    <div role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
      {kind === 'cards' ? (
        <div className="grid">
          {places.map((n) => (
            <div className="card stack" key={n}>
              <div className="bone bone-picture" />
              <Bone width="60%" />
              <Bone width="85%" />
              <Bone width="40%" />
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'plans' ? (
        <div className="grid">
          {places.map((n) => (
            <div className="card stack" key={n}>
              <Bone width="55%" height={24} />
              <Bone width="35%" height={44} />
              <Bone width="80%" />
              <Bone width="70%" />
              <Bone height={46} />
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'rows' ? (
        <div className="card stack">
          {places.map((n) => (
            <div className="row" key={n}>
              <Bone height={40} width={40} />
              <div className="grow stack-s">
                <Bone width="45%" />
                <Bone width="70%" height={14} />
              </div>
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'text' ? (
        <div className="stack-s">
          {places.map((n) => (
            <Bone key={n} width={n % 3 === 2 ? '55%' : '92%'} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** A coloured box for a message inside a page. */
export function Note({ tone = 'accent', children, role }: { tone?: 'accent' | 'good' | 'warn' | 'bad'; children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <div className="note" data-tone={tone} role={role}>
      {children}
    </div>
  )
}
