import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '#web/kit/dialog.tsx'
import css from './command.module.css'
import { setSingleKeys, useSingleKeys } from '../parts/single-keys.ts'
import { modifierName } from './shortcuts.ts'

const general: [what: string, keys: string[]][] = [
  ['Search and actions', [modifierName, 'K']],
  ['The same with one key', ['/']],
  ['This list', ['?']],
  ['Close a panel or dialog', ['Esc']],
]
const screens: [what: string, keys: string[]][] = [
  ['Go to Today', ['G', 'T']],
  ['Go to Calendar', ['G', 'C']],
  ['Go to Bookings', ['G', 'B']],
  ['Go to Members', ['G', 'M']],
]
const calendar: [what: string, keys: string[]][] = [
  ['Day, week, month', ['D', 'W', 'M']],
  ['By staff or room, agenda', ['S', 'A']],
  ['Next, previous, today', ['N', 'P', 'T']],
  ['Add', ['C']],
  ['Move between entries', ['Tab']],
  ['Open the selected entry, or add at the selected time', ['Enter']],
  ['Move between times', ['Arrow keys']],
]

const Keys = ({ title, list }: { title: string; list: [what: string, keys: string[]][] }) => (
  <>
    <h3>{title}</h3>
    <dl className={css.keys}>
      {list.map(([what, keys]) => (
        <Fragment key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </>
)

/** Which keys do what, and the switch for those that are one letter. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys title="Everywhere" list={general} />
      <Keys title="Screens" list={screens} />
      <Keys title="Calendar" list={calendar} />
      <Switch
        size="md"
        label="Single-letter shortcuts"
        description="Turn them off if your speech input or keyboard triggers them."
        checked={isOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
