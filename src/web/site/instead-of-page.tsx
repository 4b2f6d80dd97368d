/** What stands in place of a page that could not be loaded, or of one that is gone. */
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../kit/button.tsx'
import { EmptyState, ErrorState } from '../kit/states.tsx'

/** `title`: what the page would be, for screen readers. */
export const FailedPage = ({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) => (
  <div className="page">
    <h1 className="sr">{title}</h1>
    <ErrorState error={error} onRetry={onRetry} />
  </div>
)

interface GonePageProps {
  title: string
  message: string
  /** Where there is more of the kind. */
  to: '/services' | '/team'
  link: string
}
export const GonePage = ({ title, message, to, link }: GonePageProps) => (
  <div className="page">
    <h1 className="sr">{title}</h1>
    <EmptyState
      title={message}
      action={
        <Link to={to} className={buttonClass({ variant: 'light' })}>
          {link}
        </Link>
      }
    />
  </div>
)
