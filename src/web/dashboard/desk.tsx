/** What the dashboard stands on: Mantine with the theme of the site. The frame of all its screens. */
import './desk.css'
import { MantineProvider } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import operations from 'virtual:desk-operations'
import { knowMore } from '#web/api.ts'
import { useSite } from '#web/site-context.tsx'
import { themeOf, variablesOf } from './theme.ts'

knowMore(operations)

export function Desk() {
  const { accent } = useSite()
  const look = useMemo(() => ({ theme: themeOf(accent), variables: variablesOf(accent) }), [accent])
  return (
    <MantineProvider theme={look.theme} defaultColorScheme="auto" cssVariablesResolver={look.variables}>
      <Outlet />
    </MantineProvider>
  )
}
