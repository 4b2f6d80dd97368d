/** Which role a collaborator has: ready-made, own, or permissions one by one. */
import { Radio, Stack } from '@mantine/core'
import { type Level, toLevels } from '#domains/collaborators/rules/rights.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { describeRights, nameRole } from './rights-texts.ts'
import css from './settings.module.css'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    owner: 'Owner',
    ownerAbout: 'Full access, including the team and other owners.',
    custom: 'Custom',
    customAbout: 'Choose permissions area by area for this person only.',
  },
  {
    de: {
      owner: 'Inhaber/in',
      ownerAbout: 'Voller Zugriff, auch auf das Team und alle mit dieser Rolle.',
      custom: 'Eigene Auswahl',
      customAbout: 'Berechtigungen für diese Person Bereich für Bereich wählen.',
    },
  },
)

type TeamRole = ReplyOf<'collaborators.listTeamRoles'>['roles'][number]
/** Two choices beside the roles of the team. */
export const OWNER = 'OWNER'
export const CUSTOM = 'CUSTOM'

interface RoleChoiceProps {
  roles: readonly TeamRole[]
  value: string
  onChange: (value: string) => void
  /** Of custom permissions. */
  levels: Readonly<Record<string, Level>>
  onLevels: (levels: Record<string, Level>) => void
}
export function RoleChoice({ roles, value, onChange, levels, onLevels }: RoleChoiceProps) {
  const t = useMessages(messages)
  const choices = [
    { id: OWNER, name: t.owner, about: t.ownerAbout },
    ...roles.map((role) => ({ id: role.id, name: nameRole(role).name, about: nameRole(role).about || describeRights(role.permissions) })),
    { id: CUSTOM, name: t.custom, about: t.customAbout },
  ]
  const choose = (next: string) => {
    // Own permissions begin with what the role gave.
    const from = roles.find(({ id }) => id === value)
    if (next === CUSTOM && from) onLevels(toLevels(from.permissions))
    onChange(next)
  }
  const chosen = roles.find(({ id }) => id === value)
  return (
    <Stack>
      <Radio.Group size="md" label={common.role} value={value} onChange={choose}>
        <Stack gap={4} mt={8}>
          {choices.map(({ id, name, about }) => (
            <Radio key={id} value={id} label={name} description={about} size="md" className={css.roleChoice} />
          ))}
        </Stack>
      </Radio.Group>
      {value === CUSTOM && <RightsMatrix name="collaborator" levels={levels} onChange={onLevels} />}
      {chosen && <RightsMatrix name="role" levels={toLevels(chosen.permissions)} />}
    </Stack>
  )
}
