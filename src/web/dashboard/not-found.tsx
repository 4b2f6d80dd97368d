/** The page for unknown addresses of the dashboard. */
import { DeadEnd } from './parts/dead-end.tsx'
import css from './shell.module.css'

export const NotFound = () => (
  <main className={css.alone}>
    <DeadEnd title="Page not found">The link may be outdated or mistyped.</DeadEnd>
  </main>
)
