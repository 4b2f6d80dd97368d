/** What may be done with the thing on a card, behind three dots. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import { useMay } from '../permissions.tsx'

const messages = defineDashboardMessages({ actionsFor: (of: string) => `Actions for ${of}` }, { de: { actionsFor: (of) => `Aktionen für ${of}` } })

export interface CardAction {
  label: string
  icon: Icon
  danger?: boolean
  /** What it calls, now or when its form is saved: without the permission for it the action is not offered. */
  operation?: OperationName
  run: () => void
}

/** `of`: the name of the thing. Actions that do not apply may be left out as `undefined`. */
export function CardMenu({ of, actions }: { of: string; actions: readonly (CardAction | undefined)[] }) {
  const t = useMessages(messages)
  const may = useMay()
  const shown = actions.filter((one): one is CardAction => one !== undefined && (one.operation === undefined || may(one.operation)))
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.actionsFor(of)}>
          <IconDots size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, icon: ActionIconComponent, danger, run }) => (
          <Menu.Item key={label} leftSection={<ActionIconComponent size={16} aria-hidden />} {...(danger ? { c: 'var(--bad)' } : {})} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
