/** Roles of the team that the business makes itself, beside the ready-made ones. */
import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Level, toLevels, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { type useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import { describeRights, nameRole } from './rights-texts.ts'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    keep: (people: string) => `${people} with this role keep their permissions as custom ones.`,
    noOne: 'No one has this role.',
    title: 'Team roles',
    about: 'What your team can see and do. Built-in roles get new features automatically.',
    readyMade: 'Ready-made',
    added: 'Role added.',
    changeAsk: (role: string | undefined) => `Change ${role}?`,
    changeMeans: (people: string) => `${people} with this role get the new permissions right away.`,
    fixed: (about: string) => `${about} This role can’t be changed; to change details, make a new role.`,
    example: 'Studio lead',
  },
  {
    de: {
      people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
      keep: (people) => `${people} mit dieser Rolle: Die Berechtigungen bleiben als eigene Auswahl erhalten.`,
      noOne: 'Niemand hat diese Rolle.',
      title: 'Rollen im Team',
      about: 'Was dein Team sehen und tun darf. Vorgegebene Rollen bekommen neue Funktionen von selbst.',
      readyMade: 'Vorgegeben',
      added: 'Rolle hinzugefügt.',
      changeAsk: (role) => `${role} ändern?`,
      changeMeans: (people) => `${people} mit dieser Rolle: Die neuen Berechtigungen gelten sofort.`,
      fixed: (about) => `${about} Diese Rolle lässt sich nicht ändern; lege für andere Berechtigungen eine neue an.`,
      example: 'Studioleitung',
    },
  },
)

type TeamRole = ReplyOf<'collaborators.listTeamRoles'>['roles'][number]

export function TeamRoles({ query }: { query: ReturnType<typeof useApiQuery<'collaborators.listTeamRoles'>> }) {
  const t = useMessages(messages)
  const [edited, setEdited] = useState<TeamRole | 'new'>()
  const remove = useApiMutation('collaborators.deleteTeamRole')
  const openConfirm = useConfirm()
  const askToDelete = (role: TeamRole) =>
    openConfirm({
      title: common.deleteRoleAsk(role.name),
      description: role.holders > 0 ? t.keep(t.people(role.holders)) : t.noOne,
      confirmLabel: common.deleteRole,
      cancelLabel: commonWords.cancel,
      danger: true,
      successMessage: common.roleDeleted,
      onConfirm: () => remove.mutateAsync({ params: { id: role.id } }),
    })
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          {common.newRole}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ roles }) => (
          <List label={t.title}>
            {roles.map((role) => (
              <Row
                key={role.id}
                title={nameRole(role).name}
                sub={nameRole(role).about || describeRights(role.permissions)}
                facts={
                  <>
                    {role.readyMade && <StateTag tone="quiet">{t.readyMade}</StateTag>}
                    {role.holders > 0 ? t.people(role.holders) : null}
                  </>
                }
                onOpen={() => setEdited(role)}
                actions={
                  role.readyMade ? undefined : (
                    <Button variant="subtle" c="var(--bad)" onClick={() => askToDelete(role)}>
                      {commonWords.delete}
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
  const t = useMessages(messages)
  const create = useApiMutation('collaborators.createTeamRole')
  const update = useApiMutation('collaborators.updateTeamRole')
  const openConfirm = useConfirm()
  const [name, setName] = useState(role?.name ?? '')
  const [levels, setLevels] = useState<Record<string, Level>>(role ? toLevels(role.permissions) : {})
  const [problem, setProblem] = useState<unknown>()
  const send = async () => {
    const body = { name: name.trim(), permissions: permissionsFor(levels, role?.permissions ?? []) }
    await (role ? update.mutateAsync({ params: { id: role.id }, body }) : create.mutateAsync({ body }))
    toast(role ? commonWords.saved : t.added)
    onClose()
  }
  const save = () => {
    setProblem(undefined)
    const holders = role?.holders ?? 0
    if (holders === 0) return void send().catch(setProblem)
    openConfirm({
      title: t.changeAsk(role?.name),
      description: t.changeMeans(t.people(holders)),
      confirmLabel: commonWords.save,
      cancelLabel: commonWords.cancel,
      onConfirm: send,
    })
  }
  if (role?.readyMade)
    return (
      <SidePanel open onClose={onClose} size={620} title={nameRole(role).name}>
        <Stack>
          <p>{t.fixed(nameRole(role).about)}</p>
          <RightsMatrix name="role" levels={levels} />
        </Stack>
      </SidePanel>
    )
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={role ? role.name : common.newRole}
      footer={
        <Button size="md" type="submit" form="team-role" loading={create.isPending || update.isPending}>
          {role ? commonWords.save : common.addRole}
        </Button>
      }
    >
      <form
        id="team-role"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <SaveError error={problem} />
          <TextInput
            size="md"
            label={commonWords.name}
            placeholder={t.example}
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
