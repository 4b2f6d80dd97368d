/** Roles of the team that the business makes itself, beside the ready-made ones. */
import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatRights, type Level, toLevels, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { type useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { RightsMatrix } from './rights-matrix.tsx'

type TeamRole = ReplyOf<'collaborators.listTeamRoles'>['roles'][number]
const countPeople = (holders: number): string => (holders === 1 ? '1 person' : `${holders} people`)

export function TeamRoles({ query }: { query: ReturnType<typeof useApiQuery<'collaborators.listTeamRoles'>> }) {
  const [edited, setEdited] = useState<TeamRole | 'new'>()
  const remove = useApiMutation('collaborators.deleteTeamRole')
  const openConfirm = useConfirm()
  const askToDelete = (role: TeamRole) =>
    openConfirm({
      title: `Delete role ${role.name}?`,
      description: role.holders > 0 ? `${countPeople(role.holders)} with this role keep their permissions as custom ones.` : 'No one has this role.',
      confirmLabel: 'Delete role',
      cancelLabel: 'Cancel',
      danger: true,
      successMessage: 'Role deleted.',
      onConfirm: () => remove.mutateAsync({ params: { id: role.id } }),
    })
  return (
    <Section
      title="Team roles"
      about="What your team can see and do. Built-in roles get new features automatically."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          New role
        </Button>
      }
    >
      <QueryView query={query}>
        {({ roles }) => (
          <List label="Team roles">
            {roles.map((role) => (
              <Row
                key={role.id}
                title={role.name}
                sub={role.about || formatRights(role.permissions)}
                facts={
                  <>
                    {role.readyMade && <StateTag tone="quiet">Ready-made</StateTag>}
                    {role.holders > 0 ? countPeople(role.holders) : null}
                  </>
                }
                onOpen={() => setEdited(role)}
                actions={
                  role.readyMade ? undefined : (
                    <Button variant="subtle" c="var(--bad)" onClick={() => askToDelete(role)}>
                      Delete
                    </Button>
                  )
                }
              />
            ))}
          </List>
        )}
      </QueryView>
      {edited && <TeamRolePanel role={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}

/** Reads a ready-made role, or makes and changes an own one. */
function TeamRolePanel({ role, onClose }: { role: TeamRole | undefined; onClose: () => void }) {
  const create = useApiMutation('collaborators.createTeamRole')
  const update = useApiMutation('collaborators.updateTeamRole')
  const openConfirm = useConfirm()
  const [name, setName] = useState(role?.name ?? '')
  const [levels, setLevels] = useState<Record<string, Level>>(role ? toLevels(role.permissions) : {})
  const [problem, setProblem] = useState<unknown>()
  const send = async () => {
    const body = { name: name.trim(), permissions: permissionsFor(levels, role?.permissions ?? []) }
    await (role ? update.mutateAsync({ params: { id: role.id }, body }) : create.mutateAsync({ body }))
    toast(role ? 'Saved.' : 'Role added.')
    onClose()
  }
  const save = async () => {
    setProblem(undefined)
    const holders = role?.holders ?? 0
    const ask = (title: string, description: string) => openConfirm({ title, description, confirmLabel: 'Save', cancelLabel: 'Cancel', onConfirm: send })
    if (holders > 0) return ask(`Change ${role?.name}?`, `${countPeople(holders)} with this role get the new permissions right away.`)
    try {
      await send()
    } catch (error) {
      if ((error as { code?: string }).code === 'REAUTHENTICATION_REQUIRED') ask(`Save ${name.trim()}?`, 'Confirm it’s you to continue.')
      else setProblem(error)
    }
  }
  if (role?.readyMade)
    return (
      <SidePanel open onClose={onClose} size={620} title={role.name}>
        <Stack>
          <p>{role.about} This role can’t be changed; to change details, make a new role.</p>
          <RightsMatrix name="role" levels={levels} />
        </Stack>
      </SidePanel>
    )
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={role ? role.name : 'New role'}
      footer={
        <Button size="md" type="submit" form="team-role" loading={create.isPending || update.isPending}>
          {role ? 'Save' : 'Add role'}
        </Button>
      }
    >
      <form
        id="team-role"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <SaveError error={problem} />
          <TextInput
            size="md"
            label="Name"
            placeholder="Studio lead"
            required
            withAsterisk={false}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RightsMatrix name="team-role" levels={levels} onChange={setLevels} />
        </Stack>
      </form>
    </SidePanel>
  )
}
