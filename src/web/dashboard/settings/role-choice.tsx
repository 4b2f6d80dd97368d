/** Which role a collaborator has: ready-made, own, or permissions one by one. */
import { Radio, Stack } from '@mantine/core'
import { formatRights, type Level, toLevels } from '#domains/collaborators/rules/rights.ts'
import type { ReplyOf } from '#web/operations.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import css from './settings.module.css'

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
  const choices = [
    { id: OWNER, name: 'Owner', about: 'Full access, including the team and other owners.' },
    ...roles.map(({ id, name, about, permissions }) => ({ id, name, about: about || formatRights(permissions) })),
    { id: CUSTOM, name: 'Custom', about: 'Choose permissions area by area for this person only.' },
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
      <Radio.Group size="md" label="Role" value={value} onChange={choose}>
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
