/** The providers around all screens of the dashboard: Mantine with the theme of the site. */
import './dashboard.css'
import { MantineProvider } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSite } from '#web/site-context.tsx'
import { createDashboardTheme, createVariablesResolver } from './theme.ts'

export function DashboardRoot() {
  const { accent } = useSite()
  const themeProps = useMemo(() => ({ theme: createDashboardTheme(accent), variables: createVariablesResolver(accent) }), [accent])
  return (
    // All variables of Mantine come from here, none from a style sheet: it would hold what the theme replaces as well.
    <MantineProvider theme={themeProps.theme} defaultColorScheme="auto" cssVariablesResolver={themeProps.variables} deduplicateCssVariables={false}>
      <Outlet />
    </MantineProvider>
  )
}
