/** The dashboard in the browser: loaded apart from the site. */
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { setMode } from '#web/auth.ts'
import { start } from '#web/start.tsx'
import { Desk } from './desk.tsx'
import { NoSuchScreen } from './no-such-screen.tsx'
import { dashboardRoutes } from './routes.tsx'

const root = createRootRoute({ component: Outlet })
const desk = createRoute({ getParentRoute: () => root, id: 'desk', component: Desk, notFoundComponent: NoSuchScreen })

setMode('dashboard')
start(root.addChildren([desk.addChildren(dashboardRoutes(desk))]))
