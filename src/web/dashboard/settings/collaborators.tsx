/** Who else runs the site, and how far they may go. */
import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { type Level, toLevels, permissionsFor, formatRights } from '#domains/collaborators/rules/rights.ts'
import { CUSTOM, OWNER, RoleChoice } from './role-choice.tsx'
import { TeamRoles } from './team-roles.tsx'

type Collaborator = ReplyOf<'collaborators.listCollaborators'>['collaborators'][number]
type Invitation = ReplyOf<'collaborators.listCollaborators'>['invitations'][number]
type TeamRole = ReplyOf<'collaborators.listTeamRoles'>['roles'][number]
type Rights = Omit<InputOf<'collaborators.changeCollaborator'>['body'], 'permissions'> & { permissions: string[] | null }

/** The role by name; permissions one by one where there is none. */
function describeRights({ role, permissions, teamRole }: Pick<Collaborator, 'role' | 'permissions' | 'teamRole'>, roles: readonly TeamRole[]): string {
  if (role === 'OWNER') return 'Owner: full access'
  const name = roles.find(({ id }) => id === teamRole)?.name
  return name ?? `Custom: ${formatRights(permissions)}`
}

function CollaboratorRow({ one, roles, onEdit }: { one: Collaborator; roles: readonly TeamRole[]; onEdit: () => void }) {
  const name = one.name || one.email
  const openConfirm = useConfirm()
  const resetStep = useApiMutation('collaborators.resetCollaboratorStep')
  const remove = useApiMutation('collaborators.removeCollaborator')
  return (
    <Row
      lead={<Avatar name={name} />}
      title={one.you ? `${name} (you)` : name}
      sub={
        <>
          {one.email}
          <br />
          {describeRights(one, roles)}
        </>
      }
      facts={one.secondStep ? <StateTag tone="good">Two-step verification</StateTag> : undefined}
      {...(one.you ? {} : { onOpen: onEdit })}
      actions={
        one.you ? undefined : (
          <>
            {one.secondStep ? (
              <Button
                variant="subtle"
                c="var(--accent-text)"
                onClick={() =>
                  openConfirm({
                    title: `Reset two-step verification for ${name}?`,
                    description: `They are signed out everywhere, can sign in with just their password and will be asked to set it up again. Make sure the request really comes from ${name}.`,
                    confirmLabel: 'Reset',
                    cancelLabel: 'Cancel',
                    danger: true,
                    successMessage: 'Two-step verification reset.',
                    onConfirm: () => resetStep.mutateAsync({ params: { id: one.userId } }),
                  })
                }
              >
                Reset two-step verification
              </Button>
            ) : null}
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: `Remove ${name}?`,
                  description: 'They are signed out right away and lose access to this dashboard.',
                  confirmLabel: 'Remove',
                  cancelLabel: 'Cancel',
                  danger: true,
                  successMessage: 'Removed.',
                  onConfirm: () => remove.mutateAsync({ params: { id: one.userId } }),
                })
              }
            >
              Remove
            </Button>
          </>
        )
      }
    />
  )
}

function InvitationRow({ one, roles }: { one: Invitation; roles: readonly TeamRole[] }) {
  const openConfirm = useConfirm()
  const withdraw = useApiMutation('collaborators.withdrawInvitation')
  return (
    <Row
      lead={<Avatar name={one.email} />}
      title={one.email}
      sub={describeRights(one, roles)}
      facts={<StateTag tone="wait">Invited</StateTag>}
      actions={
        <Button
          variant="subtle"
          onClick={() =>
            openConfirm({
              title: `Revoke invitation for ${one.email}?`,
              description: 'The link in the email stops working.',
              confirmLabel: 'Revoke',
              cancelLabel: 'Cancel',
              successMessage: 'Invitation revoked.',
              onConfirm: () => withdraw.mutateAsync({ params: { id: one.id } }),
            })
          }
        >
          Revoke
        </Button>
      }
    />
  )
}

export function Collaborators() {
  const found = useApiQuery('collaborators.listCollaborators')
  const roles = useApiQuery('collaborators.listTeamRoles')
  const [edited, setEdited] = useState<Collaborator | 'new'>()
  return (
    <>
      <Section
        title="Team"
        about="People who can sign in to this dashboard."
        action={
          <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
            Invite
          </Button>
        }
      >
        <QueryView query={found}>
          {(data) => (
            <QueryView query={roles}>
              {(of) => (
                <>
                  <List label="Team">
                    {data.collaborators.map((one) => (
                      <CollaboratorRow key={one.userId} one={one} roles={of.roles} onEdit={() => setEdited(one)} />
                    ))}
                    {data.invitations.map((one) => (
                      <InvitationRow key={one.id} one={one} roles={of.roles} />
                    ))}
                  </List>
                  {edited ? <CollaboratorPanel person={edited === 'new' ? undefined : edited} roles={of.roles} onClose={() => setEdited(undefined)} /> : null}
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      </Section>
      <TeamRoles query={roles} />
    </>
  )
}

/** The role selected at first: the current one, the front desk for new people. */
function firstChoice(person: Collaborator | undefined): string {
  if (!person) return 'RECEPTIONIST'
  return person.role === 'OWNER' ? OWNER : (person.teamRole ?? CUSTOM)
}
function toRights(choice: string, levels: Readonly<Record<string, Level>>, existing: string[]): Rights {
  if (choice === OWNER) return { role: 'OWNER', permissions: null, teamRole: null }
  if (choice === CUSTOM) return { role: 'CONTRIBUTOR', permissions: permissionsFor(levels, existing), teamRole: null }
  return { role: 'CONTRIBUTOR', permissions: null, teamRole: choice }
}

/** Invites a team member, or changes their role. */
function CollaboratorPanel({ person, roles, onClose }: { person: Collaborator | undefined; roles: readonly TeamRole[]; onClose: () => void }) {
  const invite = useApiMutation('collaborators.inviteCollaborator')
  const change = useApiMutation('collaborators.changeCollaborator')
  const openConfirm = useConfirm()
  const [email, setEmail] = useState('')
  const [choice, setChoice] = useState(firstChoice(person))
  const [levels, setLevels] = useState<Record<string, Level>>(person && person.role !== 'OWNER' ? toLevels(person.permissions) : {})
  const [problem, setProblem] = useState<unknown>()
  const send = async () => {
    const body = toRights(choice, levels, person?.permissions ?? [])
    if (person) await change.mutateAsync({ params: { id: person.userId }, body })
    else await invite.mutateAsync({ body: { email: email.trim(), ...body } })
    toast(person ? 'Saved.' : 'Invitation sent.')
    onClose()
  }
  const save = async () => {
    setProblem(undefined)
    try {
      await send()
    } catch (error) {
      if ((error as { code?: string }).code !== 'REAUTHENTICATION_REQUIRED') {
        setProblem(error)
        return
      }
      openConfirm({
        title: person ? `Change permissions for ${person.name || person.email}?` : `Invite ${email.trim()}?`,
        description: 'Confirm it’s you to continue.',
        confirmLabel: person ? 'Save' : 'Send invitation',
        onConfirm: send,
      })
    }
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={person ? person.name || person.email : 'Invite to team'}
      footer={
        <Button size="md" type="submit" form="rights" loading={invite.isPending || change.isPending}>
          {person ? 'Save' : 'Send invitation'}
        </Button>
      }
    >
      <form
        id="rights"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <SaveError error={problem} />
          {person ? null : (
            <TextInput
              size="md"
              type="email"
              label="Email"
              description="We’ll email them a link to set their password."
              required
              withAsterisk={false}
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
          <RoleChoice roles={roles} value={choice} onChange={setChoice} levels={levels} onLevels={setLevels} />
        </Stack>
      </form>
    </SidePanel>
  )
}
