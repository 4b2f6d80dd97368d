import { ButtonLink } from './kit/button.tsx'
import { EmptyState } from './kit/states.tsx'

export function NotFound() {
  return (
    <main className="page page-narrow">
      <h1 className="sr">Page not found</h1>
      <EmptyState
        title="This page is not here"
        action={
          <ButtonLink href="/" variant="light">
            Go to the start
          </ButtonLink>
        }
      >
        The address may be old, or mistyped.
      </EmptyState>
    </main>
  )
}
