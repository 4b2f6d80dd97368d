import { Button, Text } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Today } from '../entities.ts'
import { DashboardLink } from '../parts/link.tsx'
import type { ScreenLink } from '../search-params.ts'
import { Meter } from '../parts/meter.tsx'
import css from './today.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Finish setting up',
    progress: (done: number, all: number, next: string | undefined) => `${done} of ${all} done${next ? `. Next: ${next.toLowerCase()}` : ''}`,
    stepsDone: (done: number, all: number) => `${done} of ${all} steps done`,
    hide: 'Hide',
    done: '(done)',
  },
  {
    de: {
      title: 'Einrichtung abschließen',
      progress: (done, all, next) => `${done} von ${all} erledigt${next ? `. Als Nächstes: ${next}` : ''}`,
      stepsDone: (done, all) => `${done} von ${all} Schritten erledigt`,
      hide: 'Ausblenden',
      done: '(erledigt)',
    },
  },
)

const HIDDEN_KEY = 'dashboard-setup-hidden'
function readHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) === 'true'
  } catch {
    return false
  }
}
function storeHidden(): void {
  try {
    localStorage.setItem(HIDDEN_KEY, 'true')
  } catch {
    /* private windows without storage: hidden as long as the page lives */
  }
}

/** Whether something is left to set up, and not hidden. Who does not need the rest can hide it, in this browser. */
export function useChecklist(items: Today['checklist'] | undefined): { isShown: boolean; hide: () => void } {
  const [isHidden, setHidden] = useState(readHidden)
  const hide = () => {
    setHidden(true)
    storeHidden()
  }
  return { isShown: items?.some(({ done }) => !done) === true && !isHidden, hide }
}

/** What is left to set up. */
export function SetupChecklist({ items, hide }: { items: Today['checklist']; hide: () => void }) {
  const t = useMessages(messages)
  const done = items.filter((item) => item.done).length
  const next = items.find((item) => !item.done)
  return (
    <section aria-labelledby="set-up" className={css.setUp}>
      <div className={css.setUpHead}>
        <div>
          <h2 id="set-up">{t.title}</h2>
          <Text size="sm">{t.progress(done, items.length, next?.label)}</Text>
        </div>
        <div className={css.progress}>
          <Meter value={done} of={items.length} label={t.stepsDone(done, items.length)} />
        </div>
        <Button variant="subtle" flex="none" onClick={hide}>
          {t.hide}
        </Button>
      </div>
      <ul className={css.steps}>
        {items.map((item) => (
          <li key={item.label} data-done={item.done || undefined}>
            {item.done ? <IconCheck size={18} aria-hidden /> : <IconCircle size={18} stroke={1.4} aria-hidden />}
            {item.done ? (
              <span>
                {item.label}
                <span className={css.hidden}> {t.done}</span>
              </span>
            ) : (
              <DashboardLink {...({ to: item.href, search: item.tab ? { tab: item.tab } : {} } as ScreenLink)}>{item.label}</DashboardLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
