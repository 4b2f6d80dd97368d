/** Empty, loading and error states of a screen. */
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from './button.tsx'
import { Illustration } from './picture.tsx'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    notFound: 'Not found',
    notOpen: 'You don’t have access to this',
    notLoaded: 'Couldn’t load this',
    ourFault: 'Something went wrong on our side.',
    reference: 'Reference',
    again: 'Try again',
    loading: 'Loading',
  },
  {
    de: {
      notFound: 'Nicht gefunden',
      notOpen: 'Du hast keinen Zugriff darauf',
      notLoaded: 'Das konnte nicht geladen werden',
      ourFault: 'Bei uns ist etwas schiefgelaufen.',
      reference: 'Referenz',
      again: 'Erneut versuchen',
      loading: 'Wird geladen',
    },
    fr: {
      notFound: 'Introuvable',
      notOpen: 'Vous n’y avez pas accès',
      notLoaded: 'Le chargement a échoué',
      ourFault: 'Une erreur s’est produite de notre côté.',
      reference: 'Référence',
      again: 'Réessayer',
      loading: 'Chargement',
    },
    es: {
      notFound: 'No encontrado',
      notOpen: 'No tienes acceso a esto',
      notLoaded: 'No se ha podido cargar',
      ourFault: 'Ha ocurrido un error por nuestra parte.',
      reference: 'Referencia',
      again: 'Intentar de nuevo',
      loading: 'Cargando',
    },
  },
)

/** A list without entries: what belongs here, with one button. `seed` picks the drawing. */
export function EmptyState({ title, children, action, seed = title }: { title: string; children?: ReactNode; action?: ReactNode; seed?: string }) {
  return (
    <div className="empty">
      <Illustration seed={seed} />
      <h2 className="h3">{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

/** A failed request, with the reference for support and a button to retry. */
export function ErrorState({ error, onRetry, children }: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const t = useMessages(messages)
  const apiError = error instanceof ApiError ? error : undefined
  const isForbidden = apiError?.status === 403
  return (
    <div className="empty" role="alert">
      <h2 className="h3">{apiError?.status === 404 ? t.notFound : isForbidden ? t.notOpen : t.notLoaded}</h2>
      <p>
        {apiError?.message ?? t.ourFault}
        {apiError?.requestId ? (
          <span className="small">
            <br />
            {t.reference} {apiError.requestId}
          </span>
        ) : null}
      </p>
      {onRetry && !isForbidden ? (
        <Button variant="light" onClick={onRetry}>
          {t.again}
        </Button>
      ) : null}
      {children}
    </div>
  )
}

/** A placeholder for a line of text. */
export const Skeleton = ({ height = 18, width = '100%' }: { height?: number; width?: number | string }) => (
  <div className="skeleton" style={{ height, width }} />
)

/** Placeholders in the shape of the content that is loading. */
export function Skeletons({ kind = 'cards', count = 3 }: { kind?: 'cards' | 'plans' | 'rows' | 'text'; count?: number }) {
  const t = useMessages(messages)
  const items = Array.from({ length: count }, (_, index) => index)
  return (
    <div role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
      {kind === 'cards' ? (
        <div className="grid">
          {items.map((n) => (
            <div className="card stack" key={n}>
              <div className="skeleton skeleton-picture" />
              <Skeleton width="60%" />
              <Skeleton width="85%" />
              <Skeleton width="40%" />
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'plans' ? (
        <div className="grid">
          {items.map((n) => (
            <div className="card stack" key={n}>
              <Skeleton width="55%" height={24} />
              <Skeleton width="35%" height={44} />
              <Skeleton width="80%" />
              <Skeleton width="70%" />
              <Skeleton height={46} />
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'rows' ? (
        <div className="card stack">
          {items.map((n) => (
            <div className="row" key={n}>
              <Skeleton height={40} width={40} />
              <div className="grow stack-s">
                <Skeleton width="45%" />
                <Skeleton width="70%" height={14} />
              </div>
            </div>
          ))}
        </div>
      ) : null}
      {kind === 'text' ? (
        <div className="stack-s">
          {items.map((n) => (
            <Skeleton key={n} width={n % 3 === 2 ? '55%' : '92%'} />
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
