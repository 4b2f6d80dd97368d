/** The business: name, time zone, currency, start of the week. Loaded before any screen is rendered. */
import { createContext, useContext } from 'react'
import type { Me, Site } from './entities.ts'

export const Business = createContext<{ site: Site; me: Me } | undefined>(undefined)
export const useBusiness = (): { site: Site; me: Me } => {
  const found = useContext(Business)
  if (!found) throw new Error('A dashboard screen is rendered outside the shell')
  return found
}
export const useSite = (): Site => useBusiness().site
