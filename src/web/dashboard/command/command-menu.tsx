/** The search over everything and the list of keys: small parts that load the rest when they are asked for. */
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { findNavItem } from '../navigation.ts'
import { useMay } from '../permissions.tsx'
import layout from '../parts/layout.module.css'
import { modifierName, useShortcuts } from './shortcuts.ts'

const messages = defineDashboardMessages({ search: 'Search' }, { de: { search: 'Suchen' } })

const CommandPalette = lazy(async () => ({ default: (await import('./palette.tsx')).CommandPalette }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }))

/** `enabled`: not on the check-in screen, which has no links to other screens. */
export function useCommandMenu(enabled: boolean) {
  const [shown, setShown] = useState<'search' | 'help'>()
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const may = useMay()
  const search = () => {
    setTyped('')
    setShown('search')
  }
  useShortcuts(
    {
      search,
      help: () => setShown('help'),
      go: (to) => {
        const needed = findNavItem(to)?.operation
        if (needed === undefined || may(needed)) void navigate({ to })
      },
    },
    enabled,
  )
  const close = () => setShown(undefined)
  const menu = (
    <Suspense fallback={shown === 'search' ? <EarlyWords onChange={setTyped} /> : null}>
      {enabled && shown === 'search' ? <CommandPalette initial={typed} onClose={close} /> : null}
      {enabled && shown === 'help' ? <KeyboardHelp onClose={close} /> : null}
    </Suspense>
  )
  return { menu, search, help: () => setShown('help') }
}

/** Takes what is typed while the search is still loading. */
function EarlyWords({ onChange }: { onChange: (typed: string) => void }) {
  const t = useMessages(messages)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} className={layout.hidden} aria-label={t.search} onChange={(event) => onChange(event.currentTarget.value)} />
}

export const SearchButton = ({ className, onClick }: { className?: string | undefined; onClick: () => void }) => {
  const t = useMessages(messages)
  return (
    <button type="button" className={className} onClick={onClick} aria-keyshortcuts="Meta+K Control+K">
      <IconSearch size={19} stroke={1.6} aria-hidden />
      <span>{t.search}</span>
      <kbd aria-hidden>{modifierName} K</kbd>
    </button>
  )
}
