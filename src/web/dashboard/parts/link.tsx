import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { ScreenLink } from '../search-params.ts'

/** Another screen, or the current one with other search params. */
type Target = ScreenLink | { to: '.'; search?: Record<string, string | number | undefined> }
type Props = Omit<ComponentProps<'a'>, 'href'> & Target & { children?: ReactNode; exact?: boolean; matchSearch?: boolean }
/** A link inside the dashboard; also usable as `component` of a Mantine button. */
export const DashboardLink = ({ to, search, exact, matchSearch, ...rest }: Props) => (
  <Link
    {...(rest as object)}
    to={to as never}
    search={(search ?? {}) as never}
    activeOptions={{ exact: exact ?? false, includeSearch: matchSearch ?? false }}
  />
)
