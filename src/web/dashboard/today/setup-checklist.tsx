import { Button, Progress, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import type { Today } from '../entities.ts'
import { DashboardLink } from '../parts/link.tsx'
import type { ScreenLink } from '../search-params.ts'
import css from './today.module.css'

/** What is left to set up. Who does not need the rest can hide it, in this browser. */
export function SetupChecklist({ items }: { items: Today['checklist'] }) {
  const done = items.filter((item) => item.done).length
  const [isHidden, setHidden] = useLocalStorage({ key: 'dashboard-setup-hidden', defaultValue: false, getInitialValueInEffect: false })
  if (done === items.length || isHidden) return null
  const next = items.find((item) => !item.done)
  return (
    <section aria-labelledby="set-up" className={css.setUp}>
      <div className={css.setUpHead}>
        <div>
          <h2 id="set-up">Finish setting up</h2>
          <Text size="sm">
            {done} of {items.length} done{next ? `. Next: ${next.label.toLowerCase()}` : ''}
          </Text>
        </div>
        <Progress
          value={(done / items.length) * 100}
          w={140}
          size="md"
          radius="xl"
          aria-label={`${done} of ${items.length} steps done`}
          className={css.progress}
        />
        <Button variant="subtle" onClick={() => setHidden(true)}>
          Hide
        </Button>
      </div>
      <ul className={css.steps}>
        {items.map((item) => (
          <li key={item.label} data-done={item.done || undefined}>
            {item.done ? <IconCheck size={18} aria-hidden /> : <IconCircle size={18} stroke={1.4} aria-hidden />}
            {item.done ? (
              <span>
                {item.label}
                <span className={css.hidden}> (done)</span>
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
