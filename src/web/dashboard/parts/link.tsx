import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { findNavItem } from '../navigation.ts'
import { useMay } from '../permissions.tsx'
import type { ScreenLink } from '../search-params.ts'

/** Another screen, or the current one with other search params. */
type Target = ScreenLink | { to: '.'; search?: Record<string, string | number | undefined> }
type Props = Omit<ComponentProps<'a'>, 'href'> & Target & { children?: ReactNode; exact?: boolean; matchSearch?: boolean }
/** A link inside the dashboard; also usable as `component` of a Mantine button. Its words alone where the person may not see the screen. */
export function DashboardLink({ to, search, exact, matchSearch, ...rest }: Props) {
  const may = useMay()
  const needed = findNavItem(to)?.operation
  if (needed !== undefined && !may(needed)) return <span className={rest.className}>{rest.children}</span>
  return <Link {...(rest as object)} to={to} search={search ?? {}} activeOptions={{ exact: exact ?? false, includeSearch: matchSearch ?? false }} />
}
